ALTER TABLE "inspection_issues" ADD COLUMN "checklist_item_id" uuid;--> statement-breakpoint
ALTER TABLE "inspection_issues" ADD CONSTRAINT "inspection_issues_checklist_item_id_area_checklist_items_id_fk" FOREIGN KEY ("checklist_item_id") REFERENCES "public"."area_checklist_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "issues_one_per_checklist_item" ON "inspection_issues" USING btree ("area_session_id","checklist_item_id");--> statement-breakpoint
CREATE INDEX "pip_items_issue_index" ON "pip_items" USING btree ("issue_id");