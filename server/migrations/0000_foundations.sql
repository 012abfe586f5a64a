CREATE TABLE "area_sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"run_id" uuid NOT NULL,
	"area_id" uuid NOT NULL,
	"status" text DEFAULT 'not_started' NOT NULL,
	"permission_camera" boolean DEFAULT false NOT NULL,
	"permission_location" boolean DEFAULT false NOT NULL,
	"permission_microphone" boolean DEFAULT false NOT NULL,
	"items_checked" integer DEFAULT 0 NOT NULL,
	"total_items" integer DEFAULT 0 NOT NULL,
	"issues_detected" integer DEFAULT 0 NOT NULL,
	"progress_percent" integer DEFAULT 0 NOT NULL,
	"not_applicable_reason" text,
	"last_activity" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"completed_at" timestamp (3) with time zone,
	CONSTRAINT "area_sessions_status_check" CHECK ("area_sessions"."status" in ('not_started', 'in_progress', 'completed', 'not_applicable')),
	CONSTRAINT "area_sessions_progress_check" CHECK ("area_sessions"."progress_percent" between 0 and 100),
	CONSTRAINT "area_sessions_counters_check" CHECK ("area_sessions"."items_checked" >= 0 and "area_sessions"."total_items" >= 0 and "area_sessions"."issues_detected" >= 0),
	CONSTRAINT "area_sessions_reason_check" CHECK ("area_sessions"."status" <> 'not_applicable' or "area_sessions"."not_applicable_reason" is not null)
);
--> statement-breakpoint
CREATE TABLE "area_checklist_results" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"area_session_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"result" text NOT NULL,
	"note" text,
	"user_id" uuid NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "checklist_results_result_check" CHECK ("area_checklist_results"."result" in ('pass', 'fail', 'not_applicable'))
);
--> statement-breakpoint
CREATE TABLE "area_checklist_items" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"area_id" uuid NOT NULL,
	"title" text NOT NULL,
	"critical" boolean DEFAULT false NOT NULL,
	"sort_order" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "inspection_areas" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"code" text NOT NULL,
	"description" text,
	"icon" text,
	"sort_order" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "inspection_areas_code_unique" UNIQUE("code"),
	CONSTRAINT "inspection_areas_code_check" CHECK ("inspection_areas"."code" in ('lobby', 'guest_rooms', 'common_areas', 'fitness_center', 'pool', 'restaurant', 'meeting_rooms', 'exterior', 'back_of_house', 'safety_equipment'))
);
--> statement-breakpoint
CREATE TABLE "inspection_cases" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"case_number" text NOT NULL,
	"property_id" uuid,
	"created_by_admin_id" uuid NOT NULL,
	"inspection_type" text DEFAULT 'routine' NOT NULL,
	"due_date" timestamp (3) with time zone NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"onboarding_completed" boolean DEFAULT false NOT NULL,
	"onboarding_checklist" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"not_applicable_areas" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"requirements" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"notes" text,
	"property_name" text NOT NULL,
	"property_address" text NOT NULL,
	"property_city" text NOT NULL,
	"property_state" text NOT NULL,
	"property_zip_code" text NOT NULL,
	"property_type" text DEFAULT 'hotel' NOT NULL,
	"brand_standard" text,
	"total_rooms" integer,
	"owner_email" text NOT NULL,
	"owner_name" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"completed_at" timestamp (3) with time zone,
	CONSTRAINT "inspection_cases_number_unique" UNIQUE("case_number"),
	CONSTRAINT "inspection_cases_status_check" CHECK ("inspection_cases"."status" in ('pending', 'in_progress', 'completed', 'expired', 'cancelled')),
	CONSTRAINT "inspection_cases_type_check" CHECK ("inspection_cases"."inspection_type" in ('routine', 'compliance', 'reinspection', 'quality_assurance')),
	CONSTRAINT "inspection_cases_property_type_check" CHECK ("inspection_cases"."property_type" in ('hotel', 'motel', 'resort', 'boutique')),
	CONSTRAINT "inspection_cases_rooms_check" CHECK ("inspection_cases"."total_rooms" > 0),
	CONSTRAINT "inspection_cases_requirements_check" CHECK (jsonb_typeof("inspection_cases"."requirements") = 'array')
);
--> statement-breakpoint
CREATE TABLE "inspections" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"property_id" uuid NOT NULL,
	"case_id" uuid,
	"area_session_id" uuid,
	"session_id" text NOT NULL,
	"property_name" text NOT NULL,
	"area" text NOT NULL,
	"status" text DEFAULT 'in_progress' NOT NULL,
	"video_url" text,
	"duration" integer,
	"ai_confidence_score" numeric(5, 2),
	"items_checked" integer DEFAULT 0 NOT NULL,
	"total_items" integer DEFAULT 0 NOT NULL,
	"issues_detected" integer DEFAULT 0 NOT NULL,
	"review_note" text,
	"reviewed_by" uuid,
	"reviewed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"completed_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "inspections_area_session_unique" UNIQUE("area_session_id"),
	CONSTRAINT "inspections_session_id_unique" UNIQUE("session_id"),
	CONSTRAINT "inspections_status_check" CHECK ("inspections"."status" in ('in_progress', 'pending_review', 'approved', 'requires_action')),
	CONSTRAINT "inspections_counters_check" CHECK ("inspections"."items_checked" >= 0 and "inspections"."issues_detected" >= 0)
);
--> statement-breakpoint
CREATE TABLE "inspection_issues" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"inspection_id" uuid,
	"area_session_id" uuid,
	"photo_id" uuid,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"severity" text NOT NULL,
	"category" text NOT NULL,
	"ai_confidence" numeric(5, 2),
	"image_url" text,
	"video_timestamp" integer,
	"bounding_box" jsonb,
	"source" text NOT NULL,
	"recommended_action" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"note" text,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "issues_severity_check" CHECK ("inspection_issues"."severity" in ('critical', 'high', 'medium', 'low')),
	CONSTRAINT "issues_category_check" CHECK ("inspection_issues"."category" in ('crack', 'spall', 'stain', 'water_damage', 'mould', 'peeling_paint', 'wallcovering_damage', 'corrosion', 'broken_tile', 'grout_caulk', 'carpet_wear', 'floor_damage', 'upholstery_damage', 'casegoods_damage', 'glass_damage', 'lighting_out', 'fixture_broken', 'leak', 'hvac', 'clutter', 'dirt', 'pest', 'trip_hazard', 'blocked_exit', 'missing_extinguisher', 'expired_tag', 'missing_signage', 'signage_damage', 'electrical_exposed', 'door_hardware', 'pool_safety', 'accessibility', 'other')),
	CONSTRAINT "issues_status_check" CHECK ("inspection_issues"."status" in ('pending', 'confirmed', 'dismissed', 'resolved')),
	CONSTRAINT "issues_source_check" CHECK ("inspection_issues"."source" in ('ai', 'person')),
	CONSTRAINT "issues_belongs_check" CHECK (num_nonnulls("inspection_issues"."area_session_id", "inspection_issues"."inspection_id") >= 1),
	CONSTRAINT "issues_confidence_check" CHECK ("inspection_issues"."ai_confidence" between 0 and 100)
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"from_user_id" uuid NOT NULL,
	"to_user_id" uuid NOT NULL,
	"inspection_id" uuid,
	"content" text NOT NULL,
	"attachments" jsonb,
	"is_read" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"link" text,
	"read_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notifications_kind_check" CHECK ("notifications"."kind" in ('case_created', 'case_cancelled', 'inspection_submitted', 'inspection_approved', 'reinspection_requested', 'pip_submitted', 'pip_accepted', 'message'))
);
--> statement-breakpoint
CREATE TABLE "photos" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"inspection_id" uuid,
	"area_session_id" uuid,
	"user_id" uuid NOT NULL,
	"filename" text NOT NULL,
	"storage_key" text NOT NULL,
	"content_type" text NOT NULL,
	"bytes" bigint NOT NULL,
	"category" text NOT NULL,
	"description" text,
	"width" integer,
	"height" integer,
	"sha256" text NOT NULL,
	"source" text DEFAULT 'unknown' NOT NULL,
	"taken_at" timestamp (3) with time zone,
	"latitude" double precision,
	"longitude" double precision,
	"ai_analysis" jsonb,
	"analysis_status" text DEFAULT 'pending' NOT NULL,
	"derived_at" timestamp (3) with time zone,
	"uploaded_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "photos_storage_key_unique" UNIQUE("storage_key"),
	CONSTRAINT "photos_category_check" CHECK ("photos"."category" in ('lobby', 'guest_rooms', 'common_areas', 'fitness_center', 'pool', 'restaurant', 'meeting_rooms', 'exterior', 'back_of_house', 'safety_equipment', 'safety', 'rooms', 'common', 'certificates')),
	CONSTRAINT "photos_source_check" CHECK ("photos"."source" in ('camera', 'gallery', 'live', 'unknown')),
	CONSTRAINT "photos_analysis_status_check" CHECK ("photos"."analysis_status" in ('pending', 'done', 'failed', 'off')),
	CONSTRAINT "photos_belongs_check" CHECK (num_nonnulls("photos"."area_session_id", "photos"."inspection_id") = 1),
	CONSTRAINT "photos_sha256_check" CHECK ("photos"."sha256" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"storage_key" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"filename" text,
	"content_type" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"claimed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_logs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"seq" bigint NOT NULL,
	"user_id" uuid NOT NULL,
	"action" text NOT NULL,
	"entity_type" text NOT NULL,
	"entity_id" text NOT NULL,
	"details" jsonb,
	"hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "audit_logs_seq_unique" UNIQUE("seq")
);
--> statement-breakpoint
CREATE TABLE "properties" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"city" text NOT NULL,
	"state" text NOT NULL,
	"zip_code" text NOT NULL,
	"property_type" text NOT NULL,
	"brand_standard" text,
	"total_rooms" integer,
	"status" text DEFAULT 'active' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "properties_type_check" CHECK ("properties"."property_type" in ('hotel', 'motel', 'resort', 'boutique')),
	CONSTRAINT "properties_status_check" CHECK ("properties"."status" in ('active', 'inactive')),
	CONSTRAINT "properties_rooms_check" CHECK ("properties"."total_rooms" > 0)
);
--> statement-breakpoint
CREATE TABLE "cost_catalogue" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"category" text NOT NULL,
	"from_severity" text NOT NULL,
	"action" text NOT NULL,
	"unit" text NOT NULL,
	"cost_low" numeric(8, 2) NOT NULL,
	"cost_high" numeric(8, 2) NOT NULL,
	"days_on_site" numeric(6, 2) NOT NULL,
	"lead_days" integer DEFAULT 0 NOT NULL,
	"ffe" boolean DEFAULT false NOT NULL,
	CONSTRAINT "cost_catalogue_category_check" CHECK ("cost_catalogue"."category" in ('crack', 'spall', 'stain', 'water_damage', 'mould', 'peeling_paint', 'wallcovering_damage', 'corrosion', 'broken_tile', 'grout_caulk', 'carpet_wear', 'floor_damage', 'upholstery_damage', 'casegoods_damage', 'glass_damage', 'lighting_out', 'fixture_broken', 'leak', 'hvac', 'clutter', 'dirt', 'pest', 'trip_hazard', 'blocked_exit', 'missing_extinguisher', 'expired_tag', 'missing_signage', 'signage_damage', 'electrical_exposed', 'door_hardware', 'pool_safety', 'accessibility', 'other')),
	CONSTRAINT "cost_catalogue_severity_check" CHECK ("cost_catalogue"."from_severity" in ('critical', 'high', 'medium', 'low')),
	CONSTRAINT "cost_catalogue_unit_check" CHECK ("cost_catalogue"."unit" in ('spot', 'visit', 'room', 'area', 'bathroom', 'each')),
	CONSTRAINT "cost_catalogue_range_check" CHECK ("cost_catalogue"."cost_low" <= "cost_catalogue"."cost_high")
);
--> statement-breakpoint
CREATE TABLE "pip_items" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"pip_report_id" uuid NOT NULL,
	"issue_id" uuid,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"category" text NOT NULL,
	"severity" text NOT NULL,
	"area" text,
	"recommended_action" text NOT NULL,
	"cost_low" numeric(8, 2) NOT NULL,
	"cost_high" numeric(8, 2) NOT NULL,
	"estimated_cost" numeric(8, 2) NOT NULL,
	"ffe" boolean DEFAULT false NOT NULL,
	"estimated_days" integer NOT NULL,
	"days_on_site" numeric(6, 2) NOT NULL,
	"lead_days" integer DEFAULT 0 NOT NULL,
	"priority" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"note" text,
	"touched_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pip_items_status_check" CHECK ("pip_items"."status" in ('pending', 'approved', 'rejected', 'in_progress', 'completed')),
	CONSTRAINT "pip_items_priority_check" CHECK ("pip_items"."priority" in ('critical', 'high', 'medium', 'low')),
	CONSTRAINT "pip_items_severity_check" CHECK ("pip_items"."severity" in ('critical', 'high', 'medium', 'low')),
	CONSTRAINT "pip_items_category_check" CHECK ("pip_items"."category" in ('crack', 'spall', 'stain', 'water_damage', 'mould', 'peeling_paint', 'wallcovering_damage', 'corrosion', 'broken_tile', 'grout_caulk', 'carpet_wear', 'floor_damage', 'upholstery_damage', 'casegoods_damage', 'glass_damage', 'lighting_out', 'fixture_broken', 'leak', 'hvac', 'clutter', 'dirt', 'pest', 'trip_hazard', 'blocked_exit', 'missing_extinguisher', 'expired_tag', 'missing_signage', 'signage_damage', 'electrical_exposed', 'door_hardware', 'pool_safety', 'accessibility', 'other')),
	CONSTRAINT "pip_items_cost_check" CHECK ("pip_items"."cost_low" <= "pip_items"."cost_high" and "pip_items"."estimated_cost" >= 0)
);
--> statement-breakpoint
CREATE TABLE "pip_reports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"property_id" uuid NOT NULL,
	"source" text NOT NULL,
	"run_id" uuid,
	"area_session_id" uuid,
	"inspection_id" uuid,
	"total_cost" numeric(10, 2) NOT NULL,
	"estimated_days" integer NOT NULL,
	"priority" text NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"approved_at" timestamp (3) with time zone,
	"approved_by" uuid,
	CONSTRAINT "pip_reports_status_check" CHECK ("pip_reports"."status" in ('draft', 'pending_approval', 'approved', 'in_progress', 'completed')),
	CONSTRAINT "pip_reports_priority_check" CHECK ("pip_reports"."priority" in ('critical', 'high', 'medium', 'low')),
	CONSTRAINT "pip_reports_source_check" CHECK ("pip_reports"."source" in ('area', 'inspection', 'property')),
	CONSTRAINT "pip_reports_source_key_check" CHECK (case "pip_reports"."source" when 'property' then "pip_reports"."run_id" is not null when 'area' then "pip_reports"."area_session_id" is not null else "pip_reports"."inspection_id" is not null end)
);
--> statement-breakpoint
CREATE TABLE "property_inspection_runs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"property_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"case_id" uuid,
	"status" text DEFAULT 'in_progress' NOT NULL,
	"last_touched" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"completed_at" timestamp (3) with time zone,
	CONSTRAINT "runs_status_check" CHECK ("property_inspection_runs"."status" in ('in_progress', 'completed'))
);
--> statement-breakpoint
CREATE TABLE "account_tokens" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"token_hash" text NOT NULL,
	"user_id" uuid,
	"email" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "account_tokens_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "account_tokens_kind_check" CHECK ("account_tokens"."kind" in ('password_reset', 'email_verification', 'invitation'))
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"token_hash" text NOT NULL,
	"user_id" uuid NOT NULL,
	"remember" boolean DEFAULT false NOT NULL,
	"last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"username" text NOT NULL,
	"email" text NOT NULL,
	"password" text NOT NULL,
	"role" text DEFAULT 'property' NOT NULL,
	"admin_granted" boolean DEFAULT false NOT NULL,
	"email_verified_at" timestamp (3) with time zone,
	"first_name" text,
	"last_name" text,
	"property_name" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_role_check" CHECK ("users"."role" in ('property', 'admin'))
);
--> statement-breakpoint
ALTER TABLE "area_sessions" ADD CONSTRAINT "area_sessions_run_id_property_inspection_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."property_inspection_runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "area_sessions" ADD CONSTRAINT "area_sessions_area_id_inspection_areas_id_fk" FOREIGN KEY ("area_id") REFERENCES "public"."inspection_areas"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "area_checklist_results" ADD CONSTRAINT "area_checklist_results_area_session_id_area_sessions_id_fk" FOREIGN KEY ("area_session_id") REFERENCES "public"."area_sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "area_checklist_results" ADD CONSTRAINT "area_checklist_results_item_id_area_checklist_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."area_checklist_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "area_checklist_results" ADD CONSTRAINT "area_checklist_results_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "area_checklist_items" ADD CONSTRAINT "area_checklist_items_area_id_inspection_areas_id_fk" FOREIGN KEY ("area_id") REFERENCES "public"."inspection_areas"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspection_cases" ADD CONSTRAINT "inspection_cases_property_id_properties_id_fk" FOREIGN KEY ("property_id") REFERENCES "public"."properties"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspection_cases" ADD CONSTRAINT "inspection_cases_created_by_admin_id_users_id_fk" FOREIGN KEY ("created_by_admin_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspections" ADD CONSTRAINT "inspections_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspections" ADD CONSTRAINT "inspections_property_id_properties_id_fk" FOREIGN KEY ("property_id") REFERENCES "public"."properties"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspections" ADD CONSTRAINT "inspections_case_id_inspection_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."inspection_cases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspections" ADD CONSTRAINT "inspections_area_session_id_area_sessions_id_fk" FOREIGN KEY ("area_session_id") REFERENCES "public"."area_sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspections" ADD CONSTRAINT "inspections_reviewed_by_users_id_fk" FOREIGN KEY ("reviewed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspection_issues" ADD CONSTRAINT "inspection_issues_inspection_id_inspections_id_fk" FOREIGN KEY ("inspection_id") REFERENCES "public"."inspections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspection_issues" ADD CONSTRAINT "inspection_issues_area_session_id_area_sessions_id_fk" FOREIGN KEY ("area_session_id") REFERENCES "public"."area_sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspection_issues" ADD CONSTRAINT "inspection_issues_photo_id_photos_id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."photos"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspection_issues" ADD CONSTRAINT "inspection_issues_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_from_user_id_users_id_fk" FOREIGN KEY ("from_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_to_user_id_users_id_fk" FOREIGN KEY ("to_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_inspection_id_inspections_id_fk" FOREIGN KEY ("inspection_id") REFERENCES "public"."inspections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_inspection_id_inspections_id_fk" FOREIGN KEY ("inspection_id") REFERENCES "public"."inspections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_area_session_id_area_sessions_id_fk" FOREIGN KEY ("area_session_id") REFERENCES "public"."area_sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "properties" ADD CONSTRAINT "properties_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pip_items" ADD CONSTRAINT "pip_items_pip_report_id_pip_reports_id_fk" FOREIGN KEY ("pip_report_id") REFERENCES "public"."pip_reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pip_items" ADD CONSTRAINT "pip_items_issue_id_inspection_issues_id_fk" FOREIGN KEY ("issue_id") REFERENCES "public"."inspection_issues"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pip_reports" ADD CONSTRAINT "pip_reports_property_id_properties_id_fk" FOREIGN KEY ("property_id") REFERENCES "public"."properties"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pip_reports" ADD CONSTRAINT "pip_reports_run_id_property_inspection_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."property_inspection_runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pip_reports" ADD CONSTRAINT "pip_reports_area_session_id_area_sessions_id_fk" FOREIGN KEY ("area_session_id") REFERENCES "public"."area_sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pip_reports" ADD CONSTRAINT "pip_reports_inspection_id_inspections_id_fk" FOREIGN KEY ("inspection_id") REFERENCES "public"."inspections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pip_reports" ADD CONSTRAINT "pip_reports_approved_by_users_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "property_inspection_runs" ADD CONSTRAINT "property_inspection_runs_property_id_properties_id_fk" FOREIGN KEY ("property_id") REFERENCES "public"."properties"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "property_inspection_runs" ADD CONSTRAINT "property_inspection_runs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "property_inspection_runs" ADD CONSTRAINT "property_inspection_runs_case_id_inspection_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."inspection_cases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_tokens" ADD CONSTRAINT "account_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "area_sessions_run_area_unique" ON "area_sessions" USING btree ("run_id","area_id");--> statement-breakpoint
CREATE INDEX "area_sessions_latest_index" ON "area_sessions" USING btree ("last_activity" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "checklist_results_session_item_unique" ON "area_checklist_results" USING btree ("area_session_id","item_id");--> statement-breakpoint
CREATE UNIQUE INDEX "checklist_items_area_order_unique" ON "area_checklist_items" USING btree ("area_id","sort_order");--> statement-breakpoint
CREATE INDEX "inspection_cases_newest_index" ON "inspection_cases" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "inspection_cases_status_index" ON "inspection_cases" USING btree ("status","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "inspection_cases_property_index" ON "inspection_cases" USING btree ("property_id");--> statement-breakpoint
CREATE INDEX "inspection_cases_owner_email_index" ON "inspection_cases" USING btree (lower("owner_email"));--> statement-breakpoint
CREATE INDEX "inspection_cases_pending_due_index" ON "inspection_cases" USING btree ("due_date") WHERE "inspection_cases"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "inspections_newest_index" ON "inspections" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "inspections_status_index" ON "inspections" USING btree ("status","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "inspections_property_index" ON "inspections" USING btree ("property_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "inspections_case_index" ON "inspections" USING btree ("case_id");--> statement-breakpoint
CREATE INDEX "issues_area_session_index" ON "inspection_issues" USING btree ("area_session_id","created_at");--> statement-breakpoint
CREATE INDEX "issues_inspection_index" ON "inspection_issues" USING btree ("inspection_id","created_at");--> statement-breakpoint
CREATE INDEX "issues_photo_index" ON "inspection_issues" USING btree ("photo_id");--> statement-breakpoint
CREATE INDEX "messages_to_index" ON "messages" USING btree ("to_user_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "messages_from_index" ON "messages" USING btree ("from_user_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "notifications_user_index" ON "notifications" USING btree ("user_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "notifications_unread_index" ON "notifications" USING btree ("user_id") WHERE "notifications"."read_at" is null;--> statement-breakpoint
CREATE INDEX "photos_area_session_index" ON "photos" USING btree ("area_session_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "photos_inspection_index" ON "photos" USING btree ("inspection_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "photos_once_per_area_session" ON "photos" USING btree ("area_session_id","sha256");--> statement-breakpoint
CREATE UNIQUE INDEX "photos_once_per_inspection" ON "photos" USING btree ("inspection_id","sha256");--> statement-breakpoint
CREATE INDEX "uploads_expiry_index" ON "uploads" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "audit_logs_entity_index" ON "audit_logs" USING btree ("entity_type","entity_id","seq" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "properties_owner_index" ON "properties" USING btree ("user_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "properties_newest_index" ON "properties" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "cost_catalogue_category_severity_unique" ON "cost_catalogue" USING btree ("category","from_severity");--> statement-breakpoint
CREATE INDEX "pip_items_report_index" ON "pip_items" USING btree ("pip_report_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "pip_items_one_per_issue" ON "pip_items" USING btree ("pip_report_id","issue_id");--> statement-breakpoint
CREATE INDEX "pip_reports_newest_index" ON "pip_reports" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "pip_reports_property_index" ON "pip_reports" USING btree ("property_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "pip_reports_one_per_run" ON "pip_reports" USING btree ("run_id") WHERE "pip_reports"."source" = 'property';--> statement-breakpoint
CREATE UNIQUE INDEX "pip_reports_one_per_area_session" ON "pip_reports" USING btree ("area_session_id") WHERE "pip_reports"."source" = 'area';--> statement-breakpoint
CREATE UNIQUE INDEX "pip_reports_one_per_inspection" ON "pip_reports" USING btree ("inspection_id") WHERE "pip_reports"."source" = 'inspection';--> statement-breakpoint
CREATE INDEX "runs_property_index" ON "property_inspection_runs" USING btree ("property_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "runs_case_index" ON "property_inspection_runs" USING btree ("case_id");--> statement-breakpoint
CREATE UNIQUE INDEX "runs_one_in_progress" ON "property_inspection_runs" USING btree ("property_id") WHERE "property_inspection_runs"."status" = 'in_progress';--> statement-breakpoint
CREATE INDEX "account_tokens_user_index" ON "account_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_user_index" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry_index" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_unique" ON "users" USING btree (lower("username"));--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_unique" ON "users" USING btree (lower("email"));