ALTER TABLE "cost_catalogue" DROP CONSTRAINT "cost_catalogue_unit_check";--> statement-breakpoint
ALTER TABLE "pip_items" DROP CONSTRAINT "pip_items_unit_check";--> statement-breakpoint
ALTER TABLE "pip_items" DROP CONSTRAINT "pip_items_quantity_check";--> statement-breakpoint
ALTER TABLE "pip_items" ADD COLUMN "line_class" text;--> statement-breakpoint
ALTER TABLE "pip_items" ADD COLUMN "spending" text;--> statement-breakpoint
ALTER TABLE "pip_items" ADD COLUMN "added_by" uuid;--> statement-breakpoint
ALTER TABLE "pip_items" ADD CONSTRAINT "pip_items_added_by_users_id_fk" FOREIGN KEY ("added_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cost_catalogue" ADD CONSTRAINT "cost_catalogue_unit_check" CHECK ("cost_catalogue"."unit" in ('spot', 'visit', 'room', 'area', 'bathroom', 'each', 'key', 'square_foot', 'linear_foot'));--> statement-breakpoint
ALTER TABLE "pip_items" ADD CONSTRAINT "pip_items_line_class_check" CHECK ("pip_items"."line_class" in ('ffe', 'ose', 'soft_goods', 'case_goods', 'finish', 'mep', 'envelope', 'site', 'signage', 'technology', 'life_safety', 'ada', 'operations'));--> statement-breakpoint
ALTER TABLE "pip_items" ADD CONSTRAINT "pip_items_spending_check" CHECK ("pip_items"."spending" in ('capital', 'operating'));--> statement-breakpoint
ALTER TABLE "pip_items" ADD CONSTRAINT "pip_items_by_hand_check" CHECK ("pip_items"."added_by" is null or ("pip_items"."issue_id" is null and "pip_items"."line_class" is not null and "pip_items"."spending" is not null));--> statement-breakpoint
ALTER TABLE "pip_items" ADD CONSTRAINT "pip_items_unit_check" CHECK ("pip_items"."unit" in ('spot', 'visit', 'room', 'area', 'bathroom', 'each', 'key', 'square_foot', 'linear_foot'));--> statement-breakpoint
ALTER TABLE "pip_items" ADD CONSTRAINT "pip_items_quantity_check" CHECK ("pip_items"."quantity" between 1 and 100000);