import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';

interface Column {
  type: string;
  required: boolean;
  default: string | null;
}

let database: TestDatabase;
const tables = new Map<string, Map<string, Column>>();
let uniques: Set<string>;
let checks: Map<string, string>;

const camel = (name: string): string => name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());

beforeAll(async () => {
  database = await createTestDatabase();
  const { rows } = await database.pool.query(`
    SELECT table_name, column_name, is_nullable = 'NO' AS required, column_default,
      data_type || CASE WHEN numeric_precision IS NOT NULL AND data_type = 'numeric'
        THEN '(' || numeric_precision || ',' || numeric_scale || ')' ELSE '' END AS type
    FROM information_schema.columns WHERE table_schema = 'public' ORDER BY ordinal_position`);
  for (const row of rows) {
    const columns = tables.get(row.table_name) ?? new Map<string, Column>();
    tables.set(row.table_name, columns);
    columns.set(camel(row.column_name), { type: row.type, required: row.required, default: row.column_default });
  }
  const indexes = await database.pool.query(
    "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' AND indexdef LIKE 'CREATE UNIQUE%'",
  );
  uniques = new Set(
    indexes.rows.map(({ indexdef }) => indexdef.replace(/^.* ON public\./, '').replace(' USING btree', '')),
  );
  const constraints = await database.pool.query(
    "SELECT conname, pg_get_constraintdef(oid) AS rule FROM pg_constraint WHERE contype = 'c'",
  );
  checks = new Map(constraints.rows.map(({ conname, rule }) => [conname, rule]));
});
afterAll(() => database.drop());

const columnsOf = (table: string): Map<string, Column> => tables.get(table) ?? new Map();
const column = (table: string, name: string): Column | undefined => columnsOf(table).get(name);
/** A column's default without its cast. */
const defaultOf = (table: string, name: string) => column(table, name)?.default?.replace(/::[\w ]+$/, '');
const expectFields = (table: string, names: string) =>
  expect([...columnsOf(table).keys()]).toEqual(expect.arrayContaining(names.split(' ')));
const expectRequired = (table: string, names: string) => {
  for (const name of names.split(' ')) expect([name, column(table, name)?.required]).toEqual([name, true]);
};
const expectCounters = (table: string, names: string) => {
  for (const name of names.split(' ')) {
    expect([name, column(table, name)]).toEqual([name, { type: 'integer', required: true, default: '0' }]);
  }
};
/** The values that a check lets a column have. */
const valuesOf = (check: string) => [...(checks.get(check) ?? '').matchAll(/'(\w+)'/g)].map(([, value]) => value);

describe('the tables have the columns of the specification', () => {
  it('ids are uuids of the database, times default to now [3.common.1]', () => {
    const entities = [
      'users properties inspection_cases inspections inspection_issues pip_reports pip_items messages photos audit_logs',
      'property_inspection_runs inspection_areas area_sessions',
    ];
    for (const table of entities.join(' ').split(' ')) {
      expect([table, column(table, 'id')]).toEqual([
        table,
        { type: 'uuid', required: true, default: 'gen_random_uuid()' },
      ]);
      if (table === 'inspection_areas') continue;
      const created = column(table, 'createdAt');
      expect([table, created?.required, created?.default]).toEqual([table, true, 'now()']);
      expect(created?.type).toBe('timestamp with time zone');
    }
  });

  it('users [3.users.1, 3.users.2, 3.users.3, 3.users.4, 3.users.5, 9.data.1]', () => {
    expectFields('users', 'id username email password role firstName lastName propertyName createdAt');
    expectRequired('users', 'username email password role');
    expect(uniques).toContain('users (lower(username))');
    expect(uniques).toContain('users (lower(email))');
    expect(defaultOf('users', 'role')).toBe("'property'");
    expect(valuesOf('users_role_check')).toEqual(['property', 'admin']);
  });

  it('properties [3.properties.1, 3.properties.2, 3.properties.3, 3.properties.4, 9.data.2]', () => {
    expectFields(
      'properties',
      'id userId name address city state zipCode propertyType brandStandard totalRooms status createdAt updatedAt',
    );
    expectRequired('properties', 'name address city state zipCode propertyType');
    expect(column('properties', 'userId')?.required).toBe(false);
    expect(column('properties', 'totalRooms')?.type).toBe('integer');
    expect(defaultOf('properties', 'status')).toBe("'active'");
    expect(valuesOf('properties_status_check')).toEqual(['active', 'inactive']);
    expect(valuesOf('properties_type_check')).toEqual(['hotel', 'motel', 'resort', 'boutique']);
  });

  it('inspection cases [3.cases.1, 3.cases.3, 3.cases.4, 3.cases.5, 3.cases.6, 3.cases.7, 4.case.1]', () => {
    expectFields(
      'inspection_cases',
      'id caseNumber propertyId createdByAdminId inspectionType dueDate status onboardingCompleted requirements notes ' +
        'propertyName propertyAddress propertyCity propertyState propertyZipCode propertyType brandStandard totalRooms ' +
        'ownerEmail ownerName createdAt completedAt',
    );
    expectRequired(
      'inspection_cases',
      'caseNumber dueDate propertyName propertyAddress propertyCity propertyState propertyZipCode propertyType',
    );
    for (const name of ['brandStandard', 'totalRooms', 'ownerName', 'notes', 'completedAt']) {
      expect([name, column('inspection_cases', name)?.required]).toEqual([name, false]);
    }
    expect(uniques).toContain('inspection_cases (case_number)');
    expect(defaultOf('inspection_cases', 'status')).toBe("'pending'");
    expect(valuesOf('inspection_cases_status_check')).toEqual([
      'pending',
      'in_progress',
      'completed',
      'expired',
      'cancelled',
    ]);
    expect(column('inspection_cases', 'onboardingCompleted')).toEqual({
      type: 'boolean',
      required: true,
      default: 'false',
    });
    expect(column('inspection_cases', 'requirements')?.type).toBe('jsonb');
    expect(checks.get('inspection_cases_requirements_check')).toContain("jsonb_typeof(requirements) = 'array'");
  });

  it('inspections [4.session.1, 3.inspections.1, 3.inspections.2, 3.inspections.3, 3.inspections.4, 3.inspections.5, 9.data.5]', () => {
    expectFields(
      'inspections',
      'id userId propertyId caseId sessionId propertyName area status videoUrl duration aiConfidenceScore itemsChecked ' +
        'totalItems issuesDetected createdAt completedAt',
    );
    expectRequired('inspections', 'area');
    expect(column('inspections', 'duration')?.type).toBe('integer');
    expect(defaultOf('inspections', 'status')).toBe("'in_progress'");
    const statuses = [...valuesOf('inspections_status_check'), ...valuesOf('area_sessions_status_check')];
    // Decision 5 adds the area that does not apply.
    expect(new Set(statuses)).toEqual(
      new Set([
        'not_started',
        'in_progress',
        'pending_review',
        'requires_action',
        'approved',
        'completed',
        'not_applicable',
      ]),
    );
    expect(column('inspections', 'aiConfidenceScore')?.type).toBe('numeric(5,2)');
    expectCounters('inspections', 'itemsChecked totalItems issuesDetected');
  });

  it('issues [3.issues.1, 3.issues.2, 3.issues.4]', () => {
    expectFields(
      'inspection_issues',
      'id inspectionId areaSessionId title description severity category aiConfidence imageUrl videoTimestamp status createdAt',
    );
    expectRequired('inspection_issues', 'category');
    expect(column('inspection_issues', 'aiConfidence')?.type).toBe('numeric(5,2)');
    expect(column('inspection_issues', 'videoTimestamp')?.type).toBe('integer');
    expect(defaultOf('inspection_issues', 'status')).toBe("'pending'");
  });

  it('PIP reports and their items [3.pipreports.1, 3.pipreports.2, 3.pipreports.3, 3.pipitems.1, 3.pipitems.2, 3.pipitems.3, 3.pipitems.4, 9.data.6]', () => {
    expectFields(
      'pip_reports',
      'id propertyId runId areaSessionId inspectionId totalCostCents estimatedDays priority status createdAt approvedAt approvedBy',
    );
    expectRequired('pip_reports', 'totalCostCents estimatedDays priority');
    expect(column('pip_reports', 'totalCostCents')?.type).toBe('bigint');
    // The largest of ten digits, two of them decimals.
    expect(checks.get('pip_reports_total_check')).toContain("<= '9999999999'::bigint");
    expect(column('pip_reports', 'estimatedDays')?.type).toBe('integer');
    expect(defaultOf('pip_reports', 'status')).toBe("'draft'");
    expectFields(
      'pip_items',
      'id pipReportId issueId title description estimatedCostCents estimatedDays priority status createdAt',
    );
    expectRequired('pip_items', 'pipReportId estimatedCostCents estimatedDays priority');
    expect(column('pip_items', 'estimatedCostCents')?.type).toBe('bigint');
    // The largest of eight digits, two of them decimals.
    expect(checks.get('pip_items_cost_check')).toContain('<= 99999999');
    expect(defaultOf('pip_items', 'status')).toBe("'pending'");
  });

  it('messages [3.messages.1, 3.messages.2]', () => {
    expectFields('messages', 'id fromUserId toUserId inspectionId content attachments isRead createdAt');
    expectRequired('messages', 'content');
    expect(column('messages', 'attachments')?.type).toBe('jsonb');
    expect(column('messages', 'isRead')).toEqual({ type: 'boolean', required: true, default: 'false' });
  });

  it('photos, whose address is made from the id [3.photos.2]', () => {
    expectFields(
      'photos',
      'id inspectionId areaSessionId userId filename category description aiAnalysis uploadedAt createdAt',
    );
    expectRequired('photos', 'category');
    expect(column('photos', 'aiAnalysis')?.type).toBe('jsonb');
    expect(column('photos', 'uploadedAt')?.default).toBe('now()');
  });

  it('the audit log [3.auditlogs.1, 3.auditlogs.2]', () => {
    expectFields('audit_logs', 'id userId action entityType entityId details createdAt');
    expectRequired('audit_logs', 'userId action entityType entityId');
    expect(column('audit_logs', 'details')?.type).toBe('jsonb');
  });

  it('runs [3.runs.1, 3.runs.2, 3.runs.3]', () => {
    expectFields('property_inspection_runs', 'id propertyId userId caseId status lastTouched createdAt completedAt');
    expectRequired('property_inspection_runs', 'userId');
    expect(defaultOf('property_inspection_runs', 'status')).toBe("'in_progress'");
  });

  it('areas [3.areas.1, 3.areas.2, 3.areas.3]', () => {
    expectFields('inspection_areas', 'id name code description icon sortOrder');
    expect(uniques).toContain('inspection_areas (code)');
    expectCounters('inspection_areas', 'sortOrder');
  });

  it('area sessions [3.areasessions.1, 3.areasessions.2, 3.areasessions.3, 3.areasessions.4, 3.areasessions.5]', () => {
    expectFields(
      'area_sessions',
      'id runId areaId status permissionCamera permissionLocation permissionMicrophone itemsChecked totalItems ' +
        'issuesDetected progressPercent lastActivity createdAt completedAt',
    );
    expectRequired('area_sessions', 'areaId');
    expect(defaultOf('area_sessions', 'status')).toBe("'not_started'");
    for (const name of ['permissionCamera', 'permissionLocation', 'permissionMicrophone']) {
      expect(column('area_sessions', name)).toEqual({ type: 'boolean', required: true, default: 'false' });
    }
    expectCounters('area_sessions', 'itemsChecked totalItems issuesDetected progressPercent');
  });

  it('counters begin at 0 and progress ends at 100 [9.data.3, 9.data.4]', () => {
    expectCounters('inspections', 'itemsChecked totalItems issuesDetected');
    expectCounters('area_sessions', 'itemsChecked totalItems issuesDetected progressPercent');
    expectCounters('inspection_areas', 'sortOrder');
    expect(checks.get('area_sessions_progress_check')).toMatch(/progress_percent >= 0.*progress_percent <= 100/);
  });

  it('every status has the default of the specification [4.defaults.1]', () => {
    const defaults = [
      ['users', 'role'],
      ['properties', 'status'],
      ['inspection_cases', 'status'],
      ['inspections', 'status'],
      ['inspection_issues', 'status'],
      ['pip_reports', 'status'],
      ['pip_items', 'status'],
      ['property_inspection_runs', 'status'],
      ['area_sessions', 'status'],
    ].map(([table = '', name = '']) => defaultOf(table, name));
    expect(defaults).toEqual(
      ['property', 'active', 'pending', 'in_progress', 'pending', 'draft', 'pending', 'in_progress', 'not_started'].map(
        (value) => `'${value}'`,
      ),
    );
  });
});
