import { z } from "zod";
import { defineRoute } from "../routes.ts";
import { searchText } from "../search-text.ts";
import { ResolveQuery } from "./resolve.ts";

/** Id of an allowed domain: `dom_` and 22 base62 characters. */
export const DomainId = z
	.string()
	.regex(/^dom_[0-9A-Za-z]{22}$/)
	.brand<"DomainId">();
export type DomainId = z.infer<typeof DomainId>;

/** Most allowed domains of a tenant. */
export const mostDomains = 2_000;

/**
 * A pattern of the tenant in canonical form: `acme.com` is that host, `*.acme.com` every host below it. `documents` counts those that it
 * covers; `by` is a user id.
 */
export const AllowedDomain = z.object({
	id: DomainId,
	pattern: z.string(),
	documents: z.number().int().nonnegative(),
	by: z.string(),
	createdAt: z.iso.datetime(),
});
export type AllowedDomain = z.infer<typeof AllowedDomain>;

export const domainsRoute = defineRoute({
	service: "knowledge-proxy",
	method: "GET",
	path: "/api/knowledge/domains",
	summary: "Allowed domains of the tenant",
	description: "Allowed domains by pattern, 50 a page. For admins. `q` is a part of the pattern.",
	query: z.strictObject({ q: searchText(253).optional(), cursor: z.string().max(300).optional() }),
	reply: z.object({ domains: z.array(AllowedDomain), total: z.number().int().nonnegative(), nextCursor: z.string().nullable() }),
	errors: ["FORBIDDEN"],
	keys: ["knowledge:read"],
});

export const allowDomainRoute = defineRoute({
	service: "knowledge-proxy",
	method: "POST",
	path: "/api/knowledge/domains",
	summary: "Allow a domain to use the tenant's knowledge",
	description:
		"Allows a pattern, and with `includeSubdomains` also every host below it. A pattern that is allowed already is returned as it is. For admins.",
	body: z.strictObject({ pattern: z.string().trim().min(1).max(300), includeSubdomains: z.boolean().default(false) }),
	/** `added` is false when every pattern was allowed before. */
	reply: z.object({ domains: z.array(AllowedDomain).min(1).max(2), added: z.boolean() }),
	errors: ["FORBIDDEN", "LIMIT_REACHED"],
});

export const removeDomainRoute = defineRoute({
	service: "knowledge-proxy",
	method: "DELETE",
	path: "/api/knowledge/domains/:id",
	status: 204,
	summary: "Take an allowed domain back",
	description: "Takes a pattern back: its pages get public knowledge from the next request on. For admins.",
	params: z.strictObject({ id: DomainId }),
	errors: ["FORBIDDEN", "NOT_FOUND"],
});

export const checkDomainRoute = defineRoute({
	service: "knowledge-proxy",
	method: "POST",
	path: "/api/knowledge/domains/check",
	summary: "Which allowed domain covers a page",
	description:
		"Would this page have knowledge? Names the pattern that covers it and counts the ready documents for its host; no text. For admins.",
	body: z.strictObject({ url: ResolveQuery.shape.url }),
	reply: z.object({ domain: z.string(), pattern: z.string().nullable(), documents: z.number().int().nonnegative() }),
	errors: ["FORBIDDEN"],
});
