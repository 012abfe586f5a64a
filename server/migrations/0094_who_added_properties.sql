ALTER TABLE "properties" ADD COLUMN "added_by" uuid;--> statement-breakpoint
ALTER TABLE "properties" ADD CONSTRAINT "properties_added_by_users_id_fk" FOREIGN KEY ("added_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "properties_added_index" ON "properties" USING btree ("added_by","created_at");