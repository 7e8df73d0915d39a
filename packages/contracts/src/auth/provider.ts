import { z } from "zod";
import { OrgId } from "../ids.ts";
import { defineRoute } from "../routes.ts";
import { Ticket } from "./second-factor.ts";
import { Email, LoginReply } from "./sign-in.ts";

const OrgParams = z.strictObject({ orgId: OrgId });

/** Is it a name or address of this machine itself? @param host as `URL.hostname` has it @throws never */
export const isLoopback = (host: string): boolean => host === "localhost" || host === "[::1]" || /^127(\.\d{1,3}){3}$/.test(host);

/** Issuer of an OpenID provider: https, or http on loopback, without query, fragment or credentials, not its discovery document. */
export const Issuer = z
	.string()
	.max(500)
	.refine((text) => {
		const url = URL.parse(text);
		if (
			url === null ||
			url.pathname.includes("/.well-known/") ||
			url.search !== "" ||
			url.hash !== "" ||
			url.username !== "" ||
			url.password !== ""
		)
			return false;
		return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
	}, "must be an https address without query, such as https://login.example.com");

const EmailDomain = z
	.string()
	.trim()
	.toLowerCase()
	.max(253)
	.regex(/^(?!-)([a-z0-9-]{1,63}(?<!-)\.)+[a-z]{2,63}$/, "must be a domain such as example.com");

/**
 * The OpenID provider of an organization. Users of `domains` may sign in without an invite; a domain belongs to one organization. One of
 * `unprovedDomains` counts nowhere until its TXT record `_webhand.<domain>` holds `domainRecord`, or an operator saves it.
 * `hasSecret`: the client secret is stored sealed and never read back. `redirectUri` is what the provider must allow.
 */
export const Provider = z.object({
	issuer: z.string(),
	clientId: z.string(),
	hasSecret: z.boolean(),
	domains: z.array(z.string()),
	unprovedDomains: z.array(z.string()),
	domainRecord: z.string(),
	redirectUri: z.string(),
});
export type Provider = z.infer<typeof Provider>;

export const providerRoute = defineRoute({
	service: "auth",
	method: "GET",
	path: "/api/v1/orgs/:orgId/provider",
	summary: "The organization's OpenID provider",
	description: "The organization's provider, or null. For admins.",
	params: OrgParams,
	reply: z.object({ provider: Provider.nullable(), redirectUri: z.string() }),
	errors: ["FORBIDDEN", "NOT_FOUND"],
});

export const setProviderRoute = defineRoute({
	service: "auth",
	method: "PUT",
	path: "/api/v1/orgs/:orgId/provider",
	summary: "Set the organization's OpenID provider",
	description:
		"Sets the provider after its discovery document was read. An absent `clientSecret` keeps the stored one while the issuer stays.",
	params: OrgParams,
	body: z.strictObject({
		issuer: Issuer,
		clientId: z.string().trim().min(1).max(500),
		clientSecret: z.string().min(1).max(1_000).nullable().optional(),
		domains: z.array(EmailDomain).max(50).default([]),
	}),
	reply: z.object({ provider: Provider }),
	errors: ["FORBIDDEN", "NOT_FOUND", "DOMAIN_TAKEN", "PROVIDER_UNREACHABLE"],
});

/**
 * What a test of the provider found. `reason`, where its documents cannot be read, is as in `PROVIDER_UNREACHABLE`. `client`: whether it takes
 * our client id and secret; `untold` where its answer does not say.
 */
export const ProviderTest = z.object({
	ok: z.boolean(),
	ms: z.number().nonnegative(),
	reason: z.enum(["address", "silent", "document", "answer"]).optional(),
	client: z.enum(["accepted", "refused", "untold"]).optional(),
});
export type ProviderTest = z.infer<typeof ProviderTest>;

export const testProviderRoute = defineRoute({
	service: "auth",
	method: "POST",
	path: "/api/v1/orgs/:orgId/provider/test",
	status: 200,
	summary: "Test the organization's OpenID provider",
	description:
		"Tests the stored provider: reads its documents, and shows it our client with a code that it never gave. Nobody is signed in.",
	params: OrgParams,
	reply: ProviderTest,
	errors: ["FORBIDDEN", "NOT_FOUND"],
});

export const removeProviderRoute = defineRoute({
	service: "auth",
	method: "DELETE",
	path: "/api/v1/orgs/:orgId/provider",
	status: 204,
	summary: "Remove the organization's OpenID provider",
	description: "Removes the provider. Password sign-in is switched on again.",
	params: OrgParams,
	errors: ["FORBIDDEN", "NOT_FOUND"],
});

export const startProviderSignInRoute = defineRoute({
	service: "auth",
	method: "POST",
	path: "/api/v1/auth/provider/start",
	summary: "Begin a sign-in through an OpenID provider",
	description:
		"Begins a sign-in through the provider that serves the email's domain, or that of an organization which invited the email. The client opens `url` in a tab and keeps `ticket`. The answer is the same whether the email has an account or not.",
	public: true,
	body: z.strictObject({ email: Email }),
	reply: z.object({ ticket: Ticket, url: z.string() }),
	errors: ["NO_PROVIDER", "PROVIDER_UNREACHABLE"],
});

/** What cannot be read counts as absent: people see the page of a failed sign-in, not JSON. */
const given = (most: number) => z.string().max(most).optional().catch(undefined);

export const providerCallbackRoute = defineRoute({
	service: "auth",
	method: "GET",
	path: "/api/v1/auth/provider/callback",
	summary: "Return from an OpenID provider",
	description: "Where the provider sends the browser back to. Redirects to `/api/v1/auth/provider/done#code=…`, or shows what went wrong.",
	public: true,
	produces: "html",
	query: z.object({
		state: given(200),
		code: given(4_000),
		error: given(200),
		error_description: given(4_000),
		iss: given(500),
		session_state: given(500),
		scope: given(1_000),
	}),
});

export const providerDoneRoute = defineRoute({
	service: "auth",
	method: "GET",
	path: "/api/v1/auth/provider/done",
	summary: "The end of a sign-in through an OpenID provider",
	description: "The page that the tab of a sign-in ends on. Its fragment holds the code, which only the browser sees.",
	public: true,
	produces: "html",
});

export const finishProviderSignInRoute = defineRoute({
	service: "auth",
	method: "POST",
	path: "/api/v1/auth/provider/finish",
	summary: "Complete a sign-in through an OpenID provider",
	description:
		"Exchanges ticket and code for the sign-in, once. The ticket alone is worth nothing: whoever began the sign-in must see its tab.",
	public: true,
	body: z.strictObject({ ticket: Ticket, code: Ticket }),
	reply: LoginReply,
	errors: ["TICKET_INVALID", "ACCOUNT_DISABLED", "SECOND_FACTOR_REQUIRED"],
});
