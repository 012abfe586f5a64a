CREATE TABLE "case_requirements" (
	"case_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"area" text,
	"photo_required" boolean DEFAULT false NOT NULL,
	CONSTRAINT "case_requirements_case_id_position_pk" PRIMARY KEY("case_id","position"),
	CONSTRAINT "case_requirements_area_check" CHECK ("case_requirements"."area" in ('lobby', 'guest_rooms', 'common_areas', 'fitness_center', 'pool', 'restaurant', 'meeting_rooms', 'exterior', 'back_of_house', 'safety_equipment')),
	CONSTRAINT "case_requirements_position_check" CHECK ("case_requirements"."position" >= 0)
);
--> statement-breakpoint
CREATE TABLE "requirement_evidence" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"area_session_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"photo_id" uuid,
	"checklist_item_id" uuid,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "requirement_evidence_one_check" CHECK (num_nonnulls("requirement_evidence"."photo_id", "requirement_evidence"."checklist_item_id") = 1)
);
--> statement-breakpoint
ALTER TABLE "case_requirements" ADD CONSTRAINT "case_requirements_case_id_inspection_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."inspection_cases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requirement_evidence" ADD CONSTRAINT "requirement_evidence_area_session_id_area_sessions_id_fk" FOREIGN KEY ("area_session_id") REFERENCES "public"."area_sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requirement_evidence" ADD CONSTRAINT "requirement_evidence_photo_id_photos_id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."photos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requirement_evidence" ADD CONSTRAINT "requirement_evidence_checklist_item_id_area_checklist_items_id_fk" FOREIGN KEY ("checklist_item_id") REFERENCES "public"."area_checklist_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requirement_evidence" ADD CONSTRAINT "requirement_evidence_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "requirement_evidence_unique" ON "requirement_evidence" USING btree ("area_session_id","position");--> statement-breakpoint
CREATE INDEX "requirement_evidence_photo_index" ON "requirement_evidence" USING btree ("photo_id");