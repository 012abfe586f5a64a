ALTER TABLE "pip_items" ADD COLUMN "building" text;--> statement-breakpoint
ALTER TABLE "pip_items" ADD COLUMN "floor" text;--> statement-breakpoint
ALTER TABLE "pip_items" ADD COLUMN "standard" text;--> statement-breakpoint
ALTER TABLE "pip_items" ADD COLUMN "responsible" text;--> statement-breakpoint
ALTER TABLE "pip_items" ADD COLUMN "sample" jsonb;--> statement-breakpoint
ALTER TABLE "pip_items" ADD COLUMN "horizon_months" integer;--> statement-breakpoint
ALTER TABLE "pip_items" ADD COLUMN "quotes" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "pip_items" ADD CONSTRAINT "pip_items_horizon_check" CHECK ("pip_items"."horizon_months" in (3, 6, 12, 24));