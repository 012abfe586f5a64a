CREATE UNLOGGED TABLE "frame_tracks" (
	"inspection_id" uuid PRIMARY KEY NOT NULL,
	"kept" jsonb,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "frame_tracks" ADD CONSTRAINT "frame_tracks_inspection_id_inspections_id_fk" FOREIGN KEY ("inspection_id") REFERENCES "public"."inspections"("id") ON DELETE cascade ON UPDATE no action;