CREATE TABLE "learned_versions" (
	"number" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "learned_versions_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"source" text NOT NULL,
	"base" integer,
	"head" jsonb NOT NULL,
	"lesson" jsonb NOT NULL,
	"in_use" boolean DEFAULT false NOT NULL,
	"started_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "learned_versions_source_check" CHECK ("learned_versions"."source" in ('verdicts', 'archive'))
);
--> statement-breakpoint
CREATE TABLE "learning_runs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"step" text DEFAULT 'reading' NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"version" integer,
	"switched" boolean DEFAULT false NOT NULL,
	"reason" text,
	"started_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "learning_runs_status_check" CHECK ("learning_runs"."status" in ('waiting', 'running', 'done', 'refused', 'failed')),
	CONSTRAINT "learning_runs_step_check" CHECK ("learning_runs"."step" in ('reading', 'training')),
	CONSTRAINT "learning_runs_progress_check" CHECK ("learning_runs"."done" between 0 and "learning_runs"."total")
);
--> statement-breakpoint
ALTER TABLE "learned_versions" ADD CONSTRAINT "learned_versions_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "learning_runs" ADD CONSTRAINT "learning_runs_version_learned_versions_number_fk" FOREIGN KEY ("version") REFERENCES "public"."learned_versions"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "learning_runs" ADD CONSTRAINT "learning_runs_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "learned_versions_one_in_use" ON "learned_versions" USING btree ("in_use") WHERE "learned_versions"."in_use";--> statement-breakpoint
CREATE INDEX "learning_runs_newest_index" ON "learning_runs" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "learning_runs_one_open" ON "learning_runs" USING btree ((true)) WHERE "learning_runs"."status" in ('waiting', 'running');--> statement-breakpoint
CREATE INDEX "issues_decided_index" ON "inspection_issues" USING btree ("decided_at") WHERE "inspection_issues"."decided_by" is not null;--> statement-breakpoint
CREATE TRIGGER learning_runs_transition BEFORE UPDATE OF status ON learning_runs FOR EACH ROW
  EXECUTE FUNCTION assert_status_transition('waiting>running', 'waiting>failed', 'running>done', 'running>refused', 'running>failed');
