import { sql } from 'drizzle-orm';
import type { NamedPerson } from '#server/platform/audit/person.rules.ts';
import type { Transaction } from '#server/platform/database/types.ts';
import { isAreaSessionOf, isInspectionOf, isPropertyOf } from '#server/schema/inspections.tables.ts';

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Which of these ids are the user's, or those of records that the user has made or that are about their properties. */
export async function listOwnIds(
  tx: Transaction,
  { id, addresses }: NamedPerson,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const asked = sql`${sql.param(ids.filter((each) => uuid.test(each)))}::uuid[]`;
  const sentTo = sql`${sql.param(addresses.map((address) => address.toLowerCase()))}::text[]`;
  const ofPlan = sql`(select plan.id from pip_reports plan where ${isPropertyOf(id, sql`plan.property_id`)})`;
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from users where id = ${id} and id = any(${asked})
    union all select id from properties t where id = any(${asked}) and ${isPropertyOf(id, sql`t.id`)}
    union all select id from inspection_cases t where id = any(${asked})
      and (${isPropertyOf(id, sql`t.property_id`)} or lower(owner_email) = any(${sentTo}))
    union all select id from property_inspection_runs t where id = any(${asked})
      and (user_id = ${id} or ${isPropertyOf(id, sql`t.property_id`)})
    union all select id from area_sessions t where id = any(${asked}) and ${isAreaSessionOf(id, sql`t.id`)}
    union all select id from inspections t where id = any(${asked}) and ${isInspectionOf(id, sql`t.id`)}
    union all select id from photos t where id = any(${asked})
      and (user_id = ${id} or ${isAreaSessionOf(id, sql`t.area_session_id`)} or ${isInspectionOf(id, sql`t.inspection_id`)})
    union all select id from recordings t where id = any(${asked})
      and (user_id = ${id} or ${isInspectionOf(id, sql`t.inspection_id`)})
    union all select id from inspection_issues t where id = any(${asked})
      and (created_by = ${id} or ${isAreaSessionOf(id, sql`t.area_session_id`)} or ${isInspectionOf(id, sql`t.inspection_id`)})
    union all select id from pip_reports t where id = any(${asked}) and ${isPropertyOf(id, sql`t.property_id`)}
    union all select id from pip_items t where id = any(${asked}) and pip_report_id in ${ofPlan}
    union all select id from messages where id = any(${asked}) and ${id} in (from_user_id, to_user_id)
    union all select id from uploads where id = any(${asked}) and user_id = ${id}
    union all select id from api_keys where id = any(${asked}) and user_id = ${id}`);
  return new Set(rows.map((row) => row.id));
}
