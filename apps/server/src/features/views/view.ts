import { AppError, companiesTableLayout, companySearch, type View, type ViewContent } from '@quarry/contracts';
import { and, asc, eq, getTableColumns, or, type Transaction } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { users } from '@quarry/postgres/tables/users';
import { views } from '@quarry/postgres/tables/views';
import type { ClientScope } from '#server/platform/scope.ts';

const storedContent = companySearch.extend({ columns: companiesTableLayout });

/** A row of `views` with its content and the address of its owner. */
export type ViewRow = Omit<typeof views.$inferSelect, 'content'> & {
  readonly content: ViewContent;
  readonly ownerEmail: string | null;
};

/** The views that the caller sees, oldest first: their own and shared ones. */
export async function readViews(tx: Transaction, { client, user }: Pick<ClientScope, 'client' | 'user'>) {
  const rows = await tx
    .select({ ...getTableColumns(views), ownerEmail: users.email })
    .from(views)
    .leftJoin(users, eq(users.id, views.ownerId))
    .where(and(eq(views.clientId, client.id), or(views.isShared, eq(views.ownerId, user.userId))))
    .orderBy(asc(views.createdAt), asc(views.id));
  return rows.map((row): ViewRow => ({ ...row, content: storedContent.parse(row.content) }));
}

/** Reads the caller's views and keeps others from changing the account's until the transaction ends. */
export async function lockViews(tx: Transaction, scope: Pick<ClientScope, 'client' | 'user'>): Promise<ViewRow[]> {
  await tx.select({ id: clients.id }).from(clients).where(eq(clients.id, scope.client.id)).for('update');
  return readViews(tx, scope);
}

/** The view if the caller may change it. Throws NOT_FOUND, also for other people's own views, and FORBIDDEN. */
export function findEditable(all: readonly ViewRow[], id: string, scope: ClientScope): ViewRow {
  const found = all.find((view) => view.id === id);
  if (found === undefined) throw new AppError('NOT_FOUND', 'There is no such view.', { id });
  if (isEditable(found, scope)) return found;
  throw new AppError('FORBIDDEN', 'Only the person who made this view and administrators can change it.', { id });
}

function isEditable({ ownerId, isShared }: ViewRow, { user, permissions }: ClientScope): boolean {
  return ownerId === user.userId || (isShared && permissions.includes('ADMIN'));
}

/** A view as the API describes it to the caller. */
export function toView(row: ViewRow, problem: string | null, scope: ClientScope): View {
  return {
    ...row.content,
    id: row.id,
    name: row.name,
    isShared: row.isShared,
    isOwn: row.ownerId === scope.user.userId,
    isEditable: isEditable(row, scope),
    createdBy: row.ownerEmail,
    lastModifiedAt: row.lastModifiedAt.toISOString(),
    version: row.version,
    problem,
  };
}
