CREATE TABLE "pip_request_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"request_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pip_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"item_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"reason" text NOT NULL,
	"proposal" text,
	"date" date,
	"asked_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"answer" text,
	"answered_by" uuid,
	"answered_at" timestamp (3) with time zone,
	CONSTRAINT "pip_requests_kind_check" CHECK ("pip_requests"."kind" in ('waiver', 'alternative', 'extension')),
	CONSTRAINT "pip_requests_status_check" CHECK ("pip_requests"."status" in ('open', 'granted', 'declined', 'withdrawn', 'expired'))
);
--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_kind_check";--> statement-breakpoint
ALTER TABLE "pip_request_messages" ADD CONSTRAINT "pip_request_messages_request_id_pip_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."pip_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pip_request_messages" ADD CONSTRAINT "pip_request_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pip_requests" ADD CONSTRAINT "pip_requests_item_id_pip_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."pip_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pip_requests" ADD CONSTRAINT "pip_requests_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pip_requests" ADD CONSTRAINT "pip_requests_answered_by_users_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pip_request_messages_request_index" ON "pip_request_messages" USING btree ("request_id","created_at");--> statement-breakpoint
CREATE INDEX "pip_requests_item_index" ON "pip_requests" USING btree ("item_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "pip_requests_one_open" ON "pip_requests" USING btree ("item_id") WHERE "pip_requests"."status" = 'open';--> statement-breakpoint
CREATE INDEX "pip_requests_waivers_index" ON "pip_requests" USING btree ("date") WHERE "pip_requests"."kind" = 'waiver' and "pip_requests"."status" = 'granted';--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_kind_check" CHECK ("notifications"."kind" in ('case_created', 'case_cancelled', 'case_due_changed', 'case_reminder', 'case_overdue', 'inspection_submitted', 'inspection_flagged', 'inspection_approved', 'reinspection_requested', 'pip_submitted', 'pip_accepted', 'pip_item_reported', 'pip_item_returned', 'pip_item_verified', 'pip_request_asked', 'pip_request_answered', 'pip_request_message', 'pip_waiver_expired', 'message'));--> statement-breakpoint
-- A waiver that the owner asked for is granted after the item was approved, and the item of an expired one is undecided again.
DROP TRIGGER pip_items_transition ON pip_items;
--> statement-breakpoint
CREATE TRIGGER pip_items_transition BEFORE UPDATE OF status ON pip_items FOR EACH ROW
  EXECUTE FUNCTION assert_status_transition('pending>approved', 'pending>rejected', 'pending>waived', 'rejected>pending', 'waived>pending', 'approved>waived', 'approved>in_progress', 'in_progress>awaiting_verification', 'in_progress>completed', 'awaiting_verification>completed', 'awaiting_verification>in_progress');
