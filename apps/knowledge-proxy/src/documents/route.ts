import type { DocumentScope } from "@webhand/contracts/knowledge/documents";
import {
	addDocumentRoute,
	documentChunksRoute,
	documentRoute,
	documentsRoute,
	removeDocumentRoute,
	replaceDocumentRoute,
} from "@webhand/contracts/knowledge/documents";
import type { Identity } from "@webhand/service-kit/guard";
import { pageOf, readCursor } from "@webhand/service-kit/lists";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import { managedScope } from "../scope.ts";
import type { Caller, DocumentDeps } from "./engine.ts";
import { addDocument, documentOf, removeDocument, replaceDocument, viewsOf } from "./engine.ts";
import type { DocumentRow } from "./rows.ts";

const wholeNumber = /^\d{1,15}$/;

/** Routes by which admins keep their tenant's documents, and operators the public ones. */
export function addDocumentRoutes(app: FastifyInstance, deps: DocumentDeps): void {
	const viewOf = async (row: DocumentRow) => {
		const [view] = await viewsOf(deps, row.tenantId, [row]);
		return view as NonNullable<typeof view>;
	};

	addRoute(app, addDocumentRoute, async ({ identity, body, files }) => {
		const { scope, ...given } = body;
		const { row, added } = await addDocument(deps, callerOf(identity, scope), { ...given, files });
		return { document: await viewOf(row), added };
	});

	addRoute(app, documentsRoute, async ({ identity, query }) => {
		const scope = managedScope(identity, query.scope);
		const { rows, total } = await deps.store.list(scope, query, readCursor(query.cursor, wholeNumber));
		const { page, nextCursor } = pageOf(rows, ({ createdAt, _id }) => ({ key: String(createdAt.getTime()), id: _id }));
		return { documents: await viewsOf(deps, scope, page), total, nextCursor };
	});

	addRoute(app, documentRoute, async ({ identity, params, query }) => {
		const row = await documentOf(deps, managedScope(identity, query.scope), params.id);
		return { document: await viewOf(row) };
	});

	addRoute(app, replaceDocumentRoute, async ({ identity, params, query, body, files }) => {
		const row = await replaceDocument(deps, callerOf(identity, query.scope), { id: params.id, given: { ...body, files } });
		return { document: await viewOf(row) };
	});

	addRoute(app, removeDocumentRoute, async ({ identity, params, query }) => {
		await removeDocument(deps, managedScope(identity, query.scope), params.id);
	});

	addRoute(app, documentChunksRoute, async ({ identity, params, query }) => {
		const row = await documentOf(deps, managedScope(identity, query.scope), params.id);
		const { page, nextCursor } = pageOf(await deps.store.chunks(row, readCursor(query.cursor, wholeNumber)), ({ n, _id }) => ({
			key: String(n),
			id: _id,
		}));
		const chunks = page.map(({ _id, content, section, page: of, charStart, charEnd }) => ({
			id: _id,
			content,
			charStart,
			charEnd,
			...(section === undefined ? {} : { section }),
			...(of === undefined ? {} : { page: of }),
		}));
		return { chunks, total: row.active?.chunks ?? 0, nextCursor };
	});
}

function callerOf(identity: Identity, wanted: DocumentScope): Caller {
	return { scope: managedScope(identity, wanted), userId: identity.userId, limits: identity.limits };
}
