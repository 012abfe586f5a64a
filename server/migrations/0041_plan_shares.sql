CREATE TABLE "plan_shares" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"pip_report_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"label" text,
	"version" integer,
	"prices" boolean NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"views" integer DEFAULT 0 NOT NULL,
	"last_viewed_at" timestamp (3) with time zone,
	CONSTRAINT "plan_shares_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "plan_shares_views_check" CHECK ("plan_shares"."views" >= 0)
);
--> statement-breakpoint
ALTER TABLE "plan_shares" ADD CONSTRAINT "plan_shares_pip_report_id_pip_reports_id_fk" FOREIGN KEY ("pip_report_id") REFERENCES "public"."pip_reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_shares" ADD CONSTRAINT "plan_shares_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "plan_shares_plan_index" ON "plan_shares" USING btree ("pip_report_id","created_at");