ALTER TABLE "notifications" DROP CONSTRAINT "notifications_kind_check";--> statement-breakpoint
ALTER TABLE "inspections" ADD COLUMN "flag_note" text;--> statement-breakpoint
ALTER TABLE "inspections" ADD COLUMN "flagged_by" uuid;--> statement-breakpoint
ALTER TABLE "inspections" ADD COLUMN "flagged_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "inspections" ADD CONSTRAINT "inspections_flagged_by_users_id_fk" FOREIGN KEY ("flagged_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "inspections_flagged_index" ON "inspections" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "inspections"."flagged_at" is not null;--> statement-breakpoint
ALTER TABLE "inspections" ADD CONSTRAINT "inspections_flag_check" CHECK (("inspections"."flagged_at" is null) = ("inspections"."flagged_by" is null));--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_kind_check" CHECK ("notifications"."kind" in ('case_created', 'case_cancelled', 'inspection_submitted', 'inspection_flagged', 'inspection_approved', 'reinspection_requested', 'pip_submitted', 'pip_accepted', 'message'));