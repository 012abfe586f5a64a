-- A status moves only along the arrows given to the trigger as 'from>to', whoever writes: a second writer who acts on a
-- stale state is refused here even where the code forgot to look. SQLSTATE IN409 becomes HTTP 409.
CREATE FUNCTION assert_status_transition() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status IS DISTINCT FROM OLD.status AND NOT (OLD.status || '>' || NEW.status) = ANY (TG_ARGV) THEN
    RAISE EXCEPTION '% is % and cannot become %', TG_TABLE_NAME, OLD.status, NEW.status USING ERRCODE = 'IN409';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER inspection_cases_transition BEFORE UPDATE OF status ON inspection_cases FOR EACH ROW
  EXECUTE FUNCTION assert_status_transition('pending>in_progress', 'in_progress>completed', 'pending>cancelled', 'pending>expired');
--> statement-breakpoint
CREATE TRIGGER runs_transition BEFORE UPDATE OF status ON property_inspection_runs FOR EACH ROW
  EXECUTE FUNCTION assert_status_transition('in_progress>completed', 'completed>in_progress');
--> statement-breakpoint
CREATE TRIGGER area_sessions_transition BEFORE UPDATE OF status ON area_sessions FOR EACH ROW
  EXECUTE FUNCTION assert_status_transition('not_started>in_progress', 'in_progress>completed', 'completed>in_progress', 'not_started>not_applicable', 'in_progress>not_applicable', 'not_applicable>in_progress');
--> statement-breakpoint
CREATE TRIGGER inspections_transition BEFORE UPDATE OF status ON inspections FOR EACH ROW
  EXECUTE FUNCTION assert_status_transition('in_progress>pending_review', 'pending_review>approved', 'pending_review>requires_action', 'requires_action>pending_review');
--> statement-breakpoint
CREATE TRIGGER pip_reports_transition BEFORE UPDATE OF status ON pip_reports FOR EACH ROW
  EXECUTE FUNCTION assert_status_transition('draft>pending_approval', 'pending_approval>approved', 'approved>in_progress', 'in_progress>completed');
--> statement-breakpoint
CREATE TRIGGER pip_items_transition BEFORE UPDATE OF status ON pip_items FOR EACH ROW
  EXECUTE FUNCTION assert_status_transition('pending>approved', 'pending>rejected', 'approved>in_progress', 'in_progress>completed');
--> statement-breakpoint
-- The audit log is written once.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_logs_append_only BEFORE UPDATE OR DELETE ON audit_logs FOR EACH ROW EXECUTE FUNCTION refuse_change();
