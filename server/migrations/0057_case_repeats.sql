CREATE TABLE "case_repeats" (
	"case_id" uuid PRIMARY KEY NOT NULL,
	"every_months" integer NOT NULL,
	"due_after_days" integer NOT NULL,
	"next_on" date NOT NULL,
	"day_of_month" integer NOT NULL,
	"set_by_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "case_repeats_months_check" CHECK ("case_repeats"."every_months" between 1 and 60),
	CONSTRAINT "case_repeats_days_check" CHECK ("case_repeats"."due_after_days" between 1 and 365),
	CONSTRAINT "case_repeats_day_check" CHECK ("case_repeats"."day_of_month" between 1 and 31)
);
--> statement-breakpoint
ALTER TABLE "case_events" DROP CONSTRAINT "case_events_kind_check";--> statement-breakpoint
ALTER TABLE "case_repeats" ADD CONSTRAINT "case_repeats_case_id_inspection_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."inspection_cases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_repeats" ADD CONSTRAINT "case_repeats_set_by_id_users_id_fk" FOREIGN KEY ("set_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "case_repeats_next_index" ON "case_repeats" USING btree ("next_on");--> statement-breakpoint
ALTER TABLE "case_events" ADD CONSTRAINT "case_events_kind_check" CHECK ("case_events"."kind" in ('mailed', 'linked', 'onboarded', 'started', 'due_changed', 'repeat_set', 'repeat_stopped', 'opened_from', 'opened_again', 'reminded', 'overdue', 'completed', 'reopened', 'cancelled', 'expired'));