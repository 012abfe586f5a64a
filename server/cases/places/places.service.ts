import type { z } from 'zod';
import { samePlaceKey, type CasePlace, type casePlacesQuery } from '#contract/case-places.ts';
import type { Database } from '#server/platform/database/types.ts';
import type { CaseRow } from '#server/schema/cases.tables.ts';
import { isErasedAddress } from '#server/users/erasure.rules.ts';
import { placeholderAddress } from '#server/users/users.rules.ts';
import * as repository from './places.repository.ts';

export interface CasePlacesService {
  /** The places whose name, address or city contains the text, so that nobody opens a second case by mistake. */
  find(query: z.output<typeof casePlacesQuery>): Promise<CasePlace[]>;
}

const most = 8;

const openCaseOf = (row: CaseRow | undefined): CasePlace['openCase'] =>
  row ? { id: row.id, caseNumber: row.caseNumber, status: row.status, dueDate: row.dueDate } : null;

function ofCase(row: CaseRow): CasePlace {
  const { propertyName, propertyAddress, propertyCity, propertyState, propertyZipCode } = row;
  const { propertyType, brandStandard, totalRooms, ownerEmail, ownerName } = row;
  const place = { propertyName, propertyAddress, propertyCity, propertyState, propertyZipCode };
  return { ...place, propertyType, brandStandard, totalRooms, ownerEmail, ownerName, openCase: openCaseOf(row) };
}

export function createCasePlacesService({ db }: { db: Database }): CasePlacesService {
  return {
    async find(query) {
      const found = await repository.listProperties(db, query, most);
      const open = await repository.listOpenOf(
        db,
        found.map(({ property }) => property.id),
      );
      const places = found.map(({ property, owner }): CasePlace => {
        const reachable =
          owner !== null && owner.email !== placeholderAddress(owner.id) && !isErasedAddress(owner.email);
        const name = reachable ? [owner.firstName, owner.lastName].filter(Boolean).join(' ') : '';
        return {
          propertyName: property.name,
          propertyAddress: property.address,
          propertyCity: property.city,
          propertyState: property.state,
          propertyZipCode: property.zipCode,
          propertyType: property.propertyType,
          brandStandard: property.brandStandard,
          totalRooms: property.totalRooms,
          ownerEmail: reachable ? owner.email : null,
          ownerName: name || null,
          openCase: openCaseOf(open.find(({ propertyId }) => propertyId === property.id)),
        };
      });
      const known = new Set(places.map(samePlaceKey));
      for (const row of await repository.listOpenUnlinked(db, query, most)) {
        const place = ofCase(row);
        const key = samePlaceKey(place);
        if (known.has(key)) {
          // The property has an owner, and a case was sent to somebody else.
          const existing = places.find((each) => samePlaceKey(each) === key);
          if (existing) existing.openCase ??= place.openCase;
        } else places.push(place);
        known.add(key);
      }
      return places.slice(0, most);
    },
  };
}
