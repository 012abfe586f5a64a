-- By hand: work whose finding is found again begins anew.
DROP TRIGGER pip_items_transition ON pip_items;
--> statement-breakpoint
CREATE TRIGGER pip_items_transition BEFORE UPDATE OF status ON pip_items FOR EACH ROW
  EXECUTE FUNCTION assert_status_transition('pending>approved', 'pending>rejected', 'pending>waived', 'rejected>pending', 'waived>pending', 'approved>waived', 'approved>in_progress', 'in_progress>awaiting_verification', 'in_progress>completed', 'awaiting_verification>completed', 'awaiting_verification>in_progress', 'completed>in_progress');
