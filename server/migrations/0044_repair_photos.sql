ALTER TABLE "photos" ADD COLUMN "repair_of" uuid;--> statement-breakpoint
CREATE INDEX "photos_repair_of_index" ON "photos" USING btree ("repair_of","created_at") WHERE "photos"."repair_of" is not null;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_repair_of_inspection_issues_id_fk" FOREIGN KEY ("repair_of") REFERENCES "public"."inspection_issues"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
UPDATE photos SET repair_of = item.issue_id FROM pip_items item WHERE item.id = photos.plan_item_id;
