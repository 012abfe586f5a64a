CREATE TABLE "review_steps" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"inspection_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid,
	"note" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "review_steps_kind_check" CHECK ("review_steps"."kind" in ('submitted', 'approved', 'requires_action'))
);
--> statement-breakpoint
ALTER TABLE "review_steps" ADD CONSTRAINT "review_steps_inspection_id_inspections_id_fk" FOREIGN KEY ("inspection_id") REFERENCES "public"."inspections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_steps" ADD CONSTRAINT "review_steps_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "review_steps_inspection_index" ON "review_steps" USING btree ("inspection_id","created_at","id");--> statement-breakpoint
-- The audit log holds the earlier rounds of the inspections that are there.
DO $$
DECLARE entry record;
BEGIN
  FOR entry IN
    SELECT a.action, i.id AS inspection_id, u.id AS user_id, a.details ->> 'note' AS note, a.created_at
    FROM audit_logs a
      JOIN inspections i ON i.id::text = a.entity_id
      LEFT JOIN users u ON u.id = a.user_id
    WHERE a.entity_type = 'inspection'
      AND a.action IN ('inspection.submitted', 'inspection.recalled', 'inspection.approved',
        'inspection.reinspection_requested', 'inspection.decision_undone')
    ORDER BY a.seq
  LOOP
    IF entry.action IN ('inspection.recalled', 'inspection.decision_undone') THEN
      DELETE FROM review_steps WHERE id = (SELECT id FROM review_steps WHERE inspection_id = entry.inspection_id
        ORDER BY created_at DESC, id DESC LIMIT 1);
    ELSE
      INSERT INTO review_steps (inspection_id, kind, user_id, note, created_at)
        VALUES (entry.inspection_id,
          CASE entry.action WHEN 'inspection.submitted' THEN 'submitted' WHEN 'inspection.approved' THEN 'approved'
            ELSE 'requires_action' END,
          entry.user_id,
          CASE WHEN entry.action <> 'inspection.submitted' THEN entry.note END,
          entry.created_at);
    END IF;
  END LOOP;
END $$;--> statement-breakpoint
-- Inspections from before the log began have their last round.
INSERT INTO review_steps (inspection_id, kind, user_id, created_at)
  SELECT i.id, 'submitted', i.user_id, i.completed_at FROM inspections i
  WHERE i.completed_at IS NOT NULL AND i.status <> 'in_progress'
    AND NOT EXISTS (SELECT FROM review_steps s WHERE s.inspection_id = i.id);--> statement-breakpoint
INSERT INTO review_steps (inspection_id, kind, user_id, note, created_at)
  SELECT i.id, i.status, i.reviewed_by, i.review_note, i.reviewed_at FROM inspections i
  WHERE i.status IN ('approved', 'requires_action') AND i.reviewed_at IS NOT NULL
    AND NOT EXISTS (SELECT FROM review_steps s WHERE s.inspection_id = i.id AND s.kind <> 'submitted');
