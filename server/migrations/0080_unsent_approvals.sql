ALTER TABLE "pip_items" ADD COLUMN "decision_before" jsonb;--> statement-breakpoint
-- By hand: an approval is taken back, as a rejection is, until it was sent to the owner.
DROP TRIGGER pip_items_transition ON pip_items;
--> statement-breakpoint
CREATE TRIGGER pip_items_transition BEFORE UPDATE OF status ON pip_items FOR EACH ROW
  EXECUTE FUNCTION assert_status_transition('pending>approved', 'pending>rejected', 'pending>waived', 'approved>pending', 'rejected>pending', 'waived>pending', 'approved>waived', 'approved>in_progress', 'in_progress>awaiting_verification', 'in_progress>completed', 'awaiting_verification>completed', 'awaiting_verification>in_progress', 'completed>in_progress');
--> statement-breakpoint
-- The plans that show an item are plans of its property; the last version of each is what the owner has.
CREATE FUNCTION assert_unsent_approval() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM pip_reports p
      CROSS JOIN LATERAL (
        SELECT lines FROM pip_versions WHERE pip_report_id = p.id ORDER BY number DESC LIMIT 1
      ) latest
    WHERE p.property_id = (SELECT property_id FROM pip_reports WHERE id = NEW.pip_report_id)
      AND latest.lines @> jsonb_build_array(jsonb_build_object('itemId', NEW.id, 'excluded', NULL))
  ) THEN
    RAISE EXCEPTION 'pip_items is approved in a sent version and cannot become pending' USING ERRCODE = 'IN409';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER pip_items_unsent_approval BEFORE UPDATE OF status ON pip_items FOR EACH ROW
  WHEN (OLD.status = 'approved' AND NEW.status = 'pending') EXECUTE FUNCTION assert_unsent_approval();
