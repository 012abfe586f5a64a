CREATE TABLE "recordings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"inspection_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"filename" text NOT NULL,
	"content_type" text NOT NULL,
	"storage_key" text NOT NULL,
	"size" bigint NOT NULL,
	"sha256" text,
	"duration_seconds" integer NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"preparation" text DEFAULT 'pending' NOT NULL,
	"copy_key" text,
	"copy_size" bigint,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recordings_storage_key_unique" UNIQUE("storage_key"),
	CONSTRAINT "recordings_content_type_check" CHECK ("recordings"."content_type" in ('video/webm', 'video/mp4', 'video/quicktime')),
	CONSTRAINT "recordings_preparation_check" CHECK ("recordings"."preparation" in ('pending', 'done', 'failed')),
	CONSTRAINT "recordings_duration_check" CHECK ("recordings"."duration_seconds" >= 0),
	CONSTRAINT "recordings_copy_check" CHECK (("recordings"."preparation" = 'done') = ("recordings"."copy_key" is not null))
);
--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "id" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "max_bytes" bigint;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "multipart_id" text;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "completed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "recording_id" uuid;--> statement-breakpoint
ALTER TABLE "recordings" ADD CONSTRAINT "recordings_inspection_id_inspections_id_fk" FOREIGN KEY ("inspection_id") REFERENCES "public"."inspections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recordings" ADD CONSTRAINT "recordings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "recordings_inspection_index" ON "recordings" USING btree ("inspection_id","started_at","created_at","id");--> statement-breakpoint
CREATE INDEX "uploads_user_index" ON "uploads" USING btree ("user_id","created_at" DESC NULLS LAST);--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_id_unique" UNIQUE("id");--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_claim_check" CHECK (num_nonnulls("uploads"."photo_id", "uploads"."recording_id") <= 1);