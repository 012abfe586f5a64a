CREATE TABLE "taken_changes" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"content_hash" text NOT NULL,
	"taken_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "taken_changes_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
ALTER TABLE "taken_changes" ADD CONSTRAINT "taken_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "taken_changes_taken_at_index" ON "taken_changes" USING btree ("taken_at");