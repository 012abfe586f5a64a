CREATE TABLE "distinct_issues" (
	"first_id" uuid NOT NULL,
	"second_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "distinct_issues_first_id_second_id_pk" PRIMARY KEY("first_id","second_id"),
	CONSTRAINT "distinct_issues_order_check" CHECK ("distinct_issues"."first_id" < "distinct_issues"."second_id")
);
--> statement-breakpoint
CREATE TABLE "photo_likenesses" (
	"photo_id" uuid PRIMARY KEY NOT NULL,
	"numbers" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "inspection_issues" ADD COLUMN "merged_into" uuid;--> statement-breakpoint
ALTER TABLE "inspection_issues" ADD COLUMN "status_before" text;--> statement-breakpoint
ALTER TABLE "distinct_issues" ADD CONSTRAINT "distinct_issues_first_id_inspection_issues_id_fk" FOREIGN KEY ("first_id") REFERENCES "public"."inspection_issues"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "distinct_issues" ADD CONSTRAINT "distinct_issues_second_id_inspection_issues_id_fk" FOREIGN KEY ("second_id") REFERENCES "public"."inspection_issues"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "distinct_issues" ADD CONSTRAINT "distinct_issues_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photo_likenesses" ADD CONSTRAINT "photo_likenesses_photo_id_photos_id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."photos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "distinct_issues_second_index" ON "distinct_issues" USING btree ("second_id");--> statement-breakpoint
ALTER TABLE "inspection_issues" ADD CONSTRAINT "inspection_issues_merged_into_inspection_issues_id_fk" FOREIGN KEY ("merged_into") REFERENCES "public"."inspection_issues"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "issues_merged_into_index" ON "inspection_issues" USING btree ("merged_into") WHERE "inspection_issues"."merged_into" is not null;--> statement-breakpoint
ALTER TABLE "inspection_issues" ADD CONSTRAINT "issues_status_before_check" CHECK ("inspection_issues"."status_before" in ('pending', 'confirmed', 'dismissed', 'resolved'));--> statement-breakpoint
ALTER TABLE "inspection_issues" ADD CONSTRAINT "issues_merged_check" CHECK (("inspection_issues"."merged_into" is null) = ("inspection_issues"."status_before" is null) and ("inspection_issues"."merged_into" is null or "inspection_issues"."status" = 'dismissed'));