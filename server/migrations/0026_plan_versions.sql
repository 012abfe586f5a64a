CREATE TABLE "pip_versions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"pip_report_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"lines" jsonb NOT NULL,
	"total_cost_cents" bigint NOT NULL,
	"estimated_days" integer NOT NULL,
	"sent_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sent_by" uuid,
	"accepted_at" timestamp (3) with time zone,
	"accepted_by" uuid
);
--> statement-breakpoint
ALTER TABLE "pip_versions" ADD CONSTRAINT "pip_versions_pip_report_id_pip_reports_id_fk" FOREIGN KEY ("pip_report_id") REFERENCES "public"."pip_reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pip_versions" ADD CONSTRAINT "pip_versions_sent_by_users_id_fk" FOREIGN KEY ("sent_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pip_versions" ADD CONSTRAINT "pip_versions_accepted_by_users_id_fk" FOREIGN KEY ("accepted_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "pip_versions_number_unique" ON "pip_versions" USING btree ("pip_report_id","number");--> statement-breakpoint
-- By hand: what was sent stays as it is; only its acceptance is added.
CREATE FUNCTION refuse_version_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.accepted_at IS NOT NULL
    OR (to_jsonb(NEW) - 'accepted_at' - 'accepted_by') IS DISTINCT FROM (to_jsonb(OLD) - 'accepted_at' - 'accepted_by') THEN
    RAISE EXCEPTION 'A version of a plan that was sent cannot be changed';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER pip_versions_frozen BEFORE UPDATE ON pip_versions FOR EACH ROW EXECUTE FUNCTION refuse_version_change();
--> statement-breakpoint
-- A plan in work goes back to its owner when it has changed; a decision is taken back until it is sent.
DROP TRIGGER pip_reports_transition ON pip_reports;
--> statement-breakpoint
CREATE TRIGGER pip_reports_transition BEFORE UPDATE OF status ON pip_reports FOR EACH ROW
  EXECUTE FUNCTION assert_status_transition('draft>pending_approval', 'pending_approval>approved', 'approved>in_progress', 'in_progress>completed', 'approved>pending_approval', 'in_progress>pending_approval');
--> statement-breakpoint
-- What was sent before there were versions is the first one, as far as its lines are known now.
INSERT INTO pip_versions (pip_report_id, number, lines, total_cost_cents, estimated_days, sent_at, accepted_at, accepted_by)
SELECT plan.id, 1, coalesce((
    SELECT jsonb_agg(jsonb_build_object(
      'itemId', item.id, 'title', item.title, 'action', item.recommended_action, 'area', item.area,
      'priority', item.priority, 'cost', item.estimated_cost_cents, 'days', item.estimated_days,
      'excluded', CASE WHEN item.status IN ('rejected', 'waived') THEN item.status END) ORDER BY item.created_at)
    FROM pip_items item WHERE item.pip_report_id = plan.id), '[]'::jsonb),
  plan.total_cost_cents, plan.estimated_days, coalesce(plan.approved_at, plan.updated_at), plan.approved_at, plan.approved_by
FROM pip_reports plan WHERE plan.status <> 'draft';
