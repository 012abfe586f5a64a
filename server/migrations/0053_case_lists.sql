DROP INDEX "inspection_cases_due_index";--> statement-breakpoint
CREATE INDEX "inspection_cases_status_due_index" ON "inspection_cases" USING btree ("status","due_date","id");--> statement-breakpoint
CREATE INDEX "inspection_cases_type_index" ON "inspection_cases" USING btree ("inspection_type","created_at","id","status");--> statement-breakpoint
CREATE INDEX "inspection_cases_due_index" ON "inspection_cases" USING btree ("due_date","id");