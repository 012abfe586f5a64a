CREATE TABLE "pip_item_findings" (
	"finding_id" uuid PRIMARY KEY NOT NULL,
	"item_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "pip_item_findings" ADD CONSTRAINT "pip_item_findings_finding_id_inspection_issues_id_fk" FOREIGN KEY ("finding_id") REFERENCES "public"."inspection_issues"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pip_item_findings" ADD CONSTRAINT "pip_item_findings_item_id_pip_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."pip_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pip_item_findings_item_index" ON "pip_item_findings" USING btree ("item_id");