ALTER TABLE "pip_items" ADD COLUMN "room" text;--> statement-breakpoint
ALTER TABLE "pip_items" ADD COLUMN "quantity" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "pip_items" ADD COLUMN "unit" text DEFAULT 'each' NOT NULL;--> statement-breakpoint
ALTER TABLE "pip_items" ADD COLUMN "due_date" date;--> statement-breakpoint
ALTER TABLE "pip_items" ADD CONSTRAINT "pip_items_unit_check" CHECK ("pip_items"."unit" in ('spot', 'visit', 'room', 'area', 'bathroom', 'each'));--> statement-breakpoint
ALTER TABLE "pip_items" ADD CONSTRAINT "pip_items_quantity_check" CHECK ("pip_items"."quantity" between 1 and 10000);--> statement-breakpoint
-- Existing items have the unit of the line of the catalogue that prices them now, as pricingLine chooses it.
UPDATE "pip_items" i SET "unit" = coalesce(
  (SELECT c."unit" FROM "cost_catalogue" c,
    lateral (SELECT array_position(array['low', 'medium', 'high', 'critical'], c."from_severity") AS line,
      array_position(array['low', 'medium', 'high', 'critical'], i."severity") AS given) rank
   WHERE c."category" IN (i."category", 'other')
   ORDER BY c."category" = i."category" DESC, rank.line <= rank.given DESC,
     CASE WHEN rank.line <= rank.given THEN -rank.line ELSE rank.line END
   LIMIT 1), 'each');
