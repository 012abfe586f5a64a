ALTER TABLE "pip_items" ADD COLUMN "price_entered" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- By hand: a price without a range was entered by whoever decided on the item or added it.
UPDATE pip_items SET price_entered = true
WHERE cost_low_cents = cost_high_cents AND (touched_at IS NOT NULL OR added_by IS NOT NULL);
