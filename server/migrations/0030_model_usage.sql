CREATE TABLE "model_usage" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"engine" text NOT NULL,
	"model" text NOT NULL,
	"property_id" uuid,
	"photo_id" uuid,
	"outcome" text DEFAULT 'open' NOT NULL,
	"requests" integer DEFAULT 0 NOT NULL,
	"input_tokens" bigint DEFAULT 0 NOT NULL,
	"output_tokens" bigint DEFAULT 0 NOT NULL,
	"cost_micros" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "model_usage_outcome_check" CHECK ("model_usage"."outcome" in ('open', 'answered', 'postponed', 'timed_out', 'unreachable', 'broken', 'busy', 'out_of_credit', 'key_refused', 'model_missing', 'refused', 'nonsense', 'budget_spent')),
	CONSTRAINT "model_usage_counts_check" CHECK ("model_usage"."requests" >= 0 and "model_usage"."input_tokens" >= 0 and "model_usage"."output_tokens" >= 0 and "model_usage"."cost_micros" >= 0)
);
--> statement-breakpoint
ALTER TABLE "inspection_issues" ADD COLUMN "disagreement" text;--> statement-breakpoint
ALTER TABLE "model_usage" ADD CONSTRAINT "model_usage_property_id_properties_id_fk" FOREIGN KEY ("property_id") REFERENCES "public"."properties"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "model_usage_month_index" ON "model_usage" USING btree ("created_at","cost_micros");--> statement-breakpoint
ALTER TABLE "inspection_issues" ADD CONSTRAINT "issues_disagreement_check" CHECK ("inspection_issues"."disagreement" in ('only_service', 'only_builtin', 'other_kind'));