CREATE TABLE "plan_summaries" (
	"plan_id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"summary" jsonb
);
--> statement-breakpoint
ALTER TABLE "plan_summaries" ADD CONSTRAINT "plan_summaries_plan_id_pip_reports_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."pip_reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "plan_summaries_version_index" ON "plan_summaries" USING btree ("version");--> statement-breakpoint
CREATE INDEX "pip_reports_area_session_index" ON "pip_reports" USING btree ("area_session_id");--> statement-breakpoint
-- By hand: a row for each plan, whose summary the server makes, and triggers that remove it with every change of what it is
-- made from. They update the row even if it is outdated already, so that they wait for a summary that is being stored.
INSERT INTO plan_summaries (plan_id) SELECT id FROM pip_reports;
--> statement-breakpoint
CREATE FUNCTION keep_plan_summaries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO plan_summaries (plan_id) VALUES (NEW.id) ON CONFLICT (plan_id) DO UPDATE SET version = 0, summary = NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER plans_summaries AFTER INSERT OR UPDATE OF settings, area_session_id ON pip_reports
  FOR EACH ROW EXECUTE FUNCTION keep_plan_summaries();
--> statement-breakpoint
-- An item is shown by the plan to which it belongs, and by the plans of the areas of all of its findings.
CREATE FUNCTION outdate_plans_of_item() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    UPDATE plan_summaries SET version = 0, summary = NULL WHERE plan_id IN (
      SELECT id FROM pip_reports WHERE id = OLD.pip_report_id OR area_session_id = OLD.area_session_id
        OR area_session_id IN (SELECT f.area_session_id FROM pip_item_findings pf
          JOIN inspection_issues f ON f.id = pf.finding_id WHERE pf.item_id = OLD.id));
  END IF;
  IF TG_OP = 'INSERT' OR (TG_OP = 'UPDATE' AND (NEW.pip_report_id, NEW.area_session_id)
      IS DISTINCT FROM (OLD.pip_report_id, OLD.area_session_id)) THEN
    UPDATE plan_summaries SET version = 0, summary = NULL WHERE plan_id IN (
      SELECT id FROM pip_reports WHERE id = NEW.pip_report_id OR area_session_id = NEW.area_session_id);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER plan_items_summaries AFTER INSERT OR DELETE OR UPDATE ON pip_items
  FOR EACH ROW EXECUTE FUNCTION outdate_plans_of_item();
--> statement-breakpoint
CREATE FUNCTION outdate_plans_of_item_finding() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE plan_summaries SET version = 0, summary = NULL WHERE plan_id IN (
    SELECT p.id FROM pip_reports p JOIN inspection_issues f ON f.area_session_id = p.area_session_id
    WHERE f.id = CASE WHEN TG_OP = 'DELETE' THEN OLD.finding_id ELSE NEW.finding_id END);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER plan_item_findings_summaries AFTER INSERT OR DELETE OR UPDATE ON pip_item_findings
  FOR EACH ROW EXECUTE FUNCTION outdate_plans_of_item_finding();
--> statement-breakpoint
-- Also before a finding is deleted, because its area is unknown by the time its items are.
CREATE FUNCTION outdate_plans_of_finding() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE plan_summaries SET version = 0, summary = NULL WHERE plan_id IN (
    SELECT id FROM pip_reports WHERE area_session_id = OLD.area_session_id);
  IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
  UPDATE plan_summaries SET version = 0, summary = NULL WHERE plan_id IN (
    SELECT id FROM pip_reports WHERE area_session_id = NEW.area_session_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER findings_plan_summaries AFTER UPDATE OF area_session_id ON inspection_issues FOR EACH ROW
  WHEN (NEW.area_session_id IS DISTINCT FROM OLD.area_session_id) EXECUTE FUNCTION outdate_plans_of_finding();
--> statement-breakpoint
CREATE TRIGGER findings_plan_summaries_end BEFORE DELETE ON inspection_issues
  FOR EACH ROW EXECUTE FUNCTION outdate_plans_of_finding();
--> statement-breakpoint
CREATE FUNCTION outdate_plan_of_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE plan_summaries SET version = 0, summary = NULL
    WHERE plan_id = CASE WHEN TG_OP = 'DELETE' THEN OLD.pip_report_id ELSE NEW.pip_report_id END;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER plan_versions_summaries AFTER INSERT OR DELETE OR UPDATE ON pip_versions
  FOR EACH ROW EXECUTE FUNCTION outdate_plan_of_version();
--> statement-breakpoint
CREATE FUNCTION outdate_plans_of_request() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE plan_summaries SET version = 0, summary = NULL WHERE plan_id IN (
    SELECT p.id FROM pip_items i JOIN pip_reports p ON p.id = i.pip_report_id OR p.area_session_id = i.area_session_id
      OR p.area_session_id IN (SELECT f.area_session_id FROM pip_item_findings pf
        JOIN inspection_issues f ON f.id = pf.finding_id WHERE pf.item_id = i.id)
    WHERE i.id = CASE WHEN TG_OP = 'DELETE' THEN OLD.item_id ELSE NEW.item_id END);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER plan_requests_summaries AFTER INSERT OR DELETE OR UPDATE OF status, item_id ON pip_requests
  FOR EACH ROW EXECUTE FUNCTION outdate_plans_of_request();
