-- An index in descending order puts nulls last unless told otherwise, and no query asked for that: none of them gave the
-- order of a list. Ascending ones read backwards do.
DROP INDEX "area_sessions_latest_index";--> statement-breakpoint
DROP INDEX "audit_logs_entity_index";--> statement-breakpoint
DROP INDEX "inspection_cases_newest_index";--> statement-breakpoint
DROP INDEX "inspection_cases_status_index";--> statement-breakpoint
DROP INDEX "inspection_cases_property_index";--> statement-breakpoint
DROP INDEX "inspection_cases_owner_email_index";--> statement-breakpoint
DROP INDEX "inspections_newest_index";--> statement-breakpoint
DROP INDEX "inspections_status_index";--> statement-breakpoint
DROP INDEX "inspections_property_index";--> statement-breakpoint
DROP INDEX "inspections_flagged_index";--> statement-breakpoint
DROP INDEX "messages_to_index";--> statement-breakpoint
DROP INDEX "messages_from_index";--> statement-breakpoint
DROP INDEX "notifications_user_index";--> statement-breakpoint
DROP INDEX "photos_area_session_index";--> statement-breakpoint
DROP INDEX "photos_inspection_index";--> statement-breakpoint
DROP INDEX "properties_owner_index";--> statement-breakpoint
DROP INDEX "properties_newest_index";--> statement-breakpoint
DROP INDEX "pip_reports_newest_index";--> statement-breakpoint
DROP INDEX "pip_reports_property_index";--> statement-breakpoint
DROP INDEX "runs_property_index";--> statement-breakpoint
DROP INDEX "uploads_user_index";--> statement-breakpoint
ALTER TABLE "area_sessions" ADD COLUMN "property_id" uuid;--> statement-breakpoint
UPDATE "area_sessions" SET "property_id" = "property_inspection_runs"."property_id"
  FROM "property_inspection_runs" WHERE "property_inspection_runs"."id" = "area_sessions"."run_id";--> statement-breakpoint
ALTER TABLE "area_sessions" ALTER COLUMN "property_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "area_sessions" ADD CONSTRAINT "area_sessions_property_id_properties_id_fk" FOREIGN KEY ("property_id") REFERENCES "public"."properties"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "area_sessions_property_index" ON "area_sessions" USING btree ("property_id","last_activity","id");--> statement-breakpoint
CREATE INDEX "audit_logs_type_index" ON "audit_logs" USING btree ("entity_type","seq");--> statement-breakpoint
CREATE INDEX "inspections_user_index" ON "inspections" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "inspections_standalone_index" ON "inspections" USING btree ("created_at","id") WHERE "inspections"."area_session_id" is null;--> statement-breakpoint
CREATE INDEX "inspections_standalone_property_index" ON "inspections" USING btree ("property_id","created_at","id") WHERE "inspections"."area_session_id" is null;--> statement-breakpoint
CREATE INDEX "messages_sent_index" ON "messages" USING btree ("from_user_id","to_user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "messages_received_index" ON "messages" USING btree ("to_user_id","from_user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "messages_inspection_index" ON "messages" USING btree ("inspection_id","created_at","id");--> statement-breakpoint
CREATE INDEX "pip_reports_status_index" ON "pip_reports" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "runs_active_index" ON "property_inspection_runs" USING btree ("created_at","id") WHERE "property_inspection_runs"."status" = 'in_progress';--> statement-breakpoint
CREATE INDEX "area_sessions_latest_index" ON "area_sessions" USING btree ("last_activity","id");--> statement-breakpoint
CREATE INDEX "audit_logs_entity_index" ON "audit_logs" USING btree ("entity_id","seq");--> statement-breakpoint
CREATE INDEX "inspection_cases_newest_index" ON "inspection_cases" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "inspection_cases_status_index" ON "inspection_cases" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "inspection_cases_property_index" ON "inspection_cases" USING btree ("property_id","created_at","id");--> statement-breakpoint
CREATE INDEX "inspection_cases_owner_email_index" ON "inspection_cases" USING btree (lower("owner_email"),"created_at","id");--> statement-breakpoint
CREATE INDEX "inspections_newest_index" ON "inspections" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "inspections_status_index" ON "inspections" USING btree ("status","created_at","id","flagged_at","completed_at");--> statement-breakpoint
CREATE INDEX "inspections_property_index" ON "inspections" USING btree ("property_id","created_at","id");--> statement-breakpoint
CREATE INDEX "inspections_flagged_index" ON "inspections" USING btree ("created_at","id") WHERE "inspections"."flagged_at" is not null;--> statement-breakpoint
CREATE INDEX "messages_to_index" ON "messages" USING btree ("to_user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "messages_from_index" ON "messages" USING btree ("from_user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "notifications_user_index" ON "notifications" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "photos_area_session_index" ON "photos" USING btree ("area_session_id","created_at","id");--> statement-breakpoint
CREATE INDEX "photos_inspection_index" ON "photos" USING btree ("inspection_id","created_at","id");--> statement-breakpoint
CREATE INDEX "properties_owner_index" ON "properties" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "properties_newest_index" ON "properties" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "pip_reports_newest_index" ON "pip_reports" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "pip_reports_property_index" ON "pip_reports" USING btree ("property_id","created_at","id");--> statement-breakpoint
CREATE INDEX "runs_property_index" ON "property_inspection_runs" USING btree ("property_id","created_at");--> statement-breakpoint
CREATE INDEX "uploads_user_index" ON "uploads" USING btree ("user_id","created_at");--> statement-breakpoint
-- A server without the extension, or a role that may not create it, searches by reading all rows instead.
DO $$ BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX "inspection_cases_search_index" ON "inspection_cases" USING gin ("case_number" gin_trgm_ops,"property_name" gin_trgm_ops,"property_city" gin_trgm_ops,"owner_email" gin_trgm_ops,"owner_name" gin_trgm_ops);
  CREATE INDEX "inspections_search_index" ON "inspections" USING gin ("property_name" gin_trgm_ops,"area" gin_trgm_ops);
  CREATE INDEX "users_name_search_index" ON "users" USING gin ((coalesce("first_name", '') || ' ' || coalesce("last_name", '')) gin_trgm_ops);
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
  RAISE NOTICE 'Searching without the extension pg_trgm: %', SQLERRM;
END $$;
