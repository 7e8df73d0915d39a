import type { AuditRow } from "@webhand/contracts/audit";
import { openPolicy } from "@webhand/contracts/authority/policy";
import { taskId } from "./sample-trace.ts";
import type { CallFacts, Replies } from "./scripted-api.ts";
import { refused, unreachable } from "./scripted-api.ts";

/** What the server answers on the pages of identity, and who looks at them. */
type IdentityState = { readonly path: string; readonly as: "member" | "admin" | "operator" | "own_space"; readonly replies?: Replies };

const at = "2026-03-01T09:30:00.000Z";
const userId = (letter: string) => `usr_${letter.repeat(22)}`;
const orgId = (letter: string) => `org_${letter.repeat(22)}`;
const long = "Donaudampfschifffahrtsgesellschaftskapitän";

const member = { role: "member", status: "active", joinedAt: at, hasSecondFactor: false, accountStatus: "active" };
export const members = [
	{ ...member, userId: userId("a"), email: "ada@example.com", name: "Ada Lovelace", role: "admin", hasSecondFactor: true },
	{ ...member, userId: userId("b"), email: "bob@example.com", name: "Bob", status: "suspended" },
	{ ...member, userId: userId("c"), email: `${long.toLowerCase()}@example.com`, name: `${long} ${long}` },
	{ ...member, userId: userId("d"), email: "dina@example.com", name: "دينا", accountStatus: "disabled" },
];
const manyMembers = Array.from({ length: 120 }, (_, index) => {
	const number = String(index + 1).padStart(3, "0");
	return { ...member, userId: `usr_${number.padStart(22, "0")}`, email: `person-${number}@example.com`, name: `Person ${number}` };
});

const invite = { role: "member", status: "open", createdAt: at, expiresAt: "2026-03-08T09:30:00.000Z", invitedBy: "ada@example.com" };
const inviteId = (letter: string) => `inv_${letter.repeat(22)}`;
/** The email of an invite, as long as most are. */
export const wideInvite = "carol.danvers@my.example.com";
export const invites = [
	{ ...invite, id: inviteId("a"), email: wideInvite, name: "Carol" },
	{ ...invite, id: inviteId("b"), email: `${long.toLowerCase()}@example.com`, role: "admin", status: "expired" },
	{ ...invite, id: inviteId("c"), email: "bob@example.com", status: "accepted" },
	{ ...invite, id: inviteId("d"), email: "mallory@example.com", status: "revoked" },
];
const link = `http://127.0.0.1:8787/invite/${"x".repeat(43)}`;
const withLink = { invite: invites[0], link };

const organization = {
	id: orgId("b"),
	name: "Demo",
	status: "active",
	traces: false,
	retentionDays: 90,
	passwordSignIn: true,
	apiKeys: "all",
	secondFactor: "optional",
	limits: { stepsPerMinute: 600, storageMb: 2_048 },
	createdAt: at,
};
const policyAt = "GET /api/v1/agent/policy";
const setPolicyAt = "PUT /api/v1/agent/policy";
const versionsAt = "GET /api/v1/agent/policy/versions";
const previewAt = "POST /api/v1/agent/policy/preview";
const installationPolicyAt = "GET /api/v1/agent/operator/policy";
const installationVersionsAt = "GET /api/v1/agent/operator/policy/versions";
const policy = {
	allowsAutonomous: false,
	only: ["crm.example.com", "*.shop.example.com", "donaudampfschifffahrtsgesellschaftskapitaen.example"],
	never: ["bank.example"],
	acts: { payment: "never", deletion: "never", send: "ask" },
	hours: { days: [1, 2, 3, 4, 5], from: "08:00", to: "18:00", timeZone: "Europe/Berlin" },
	publish: "admins",
	rowsADay: 500,
	spend: { person: { usd: 20 }, people: [{ userId: userId("c"), usd: 80 }], organization: { usd: 900, tokens: 5_000_000 } },
};
const installationPolicy = { ...openPolicy, acts: { secret: "never" }, serverHost: false };
const changedBy = { updatedAt: at, by: userId("a") };
const policyVersions = {
	versions: [
		{ policy, rev: 3, ...changedBy },
		{ policy: { ...policy, rowsADay: 100, never: [] }, rev: 2, ...changedBy },
	],
};
const preview = {
	days: 7,
	acts: 340,
	refused: 12,
	asked: 40,
	tasks: [
		{ taskId, query: "Order ten kettles and send the confirmation to Bob", refused: 8, asked: 0 },
		{ taskId: "0b9c2a53-4d7e-4c1f-9a6b-2f8d3e5c7a10", query: `Upload the report to ${long}`, refused: 4, asked: 12 },
	],
};
const redirectUri = "http://127.0.0.1:8787/api/v1/auth/provider/callback";
const provider = {
	issuer: "https://login.example.com",
	clientId: "webhand",
	hasSecret: true,
	domains: ["example.com", "example.org"],
	unprovedDomains: ["example.org"],
	domainRecord: `webhand-organization=${orgId("b")}`,
	redirectUri,
};

const account = {
	status: "active",
	operator: false,
	hasPassword: true,
	hasSecondFactor: false,
	createdAt: at,
	organizations: [{ name: "Demo", role: "member" }],
};
const accounts = [
	{ ...account, id: userId("a"), email: "ada@example.com", name: "Ada Lovelace", operator: true, hasSecondFactor: true, organizations: [] },
	{ ...account, id: userId("b"), email: "bob@example.com", name: "Bob", status: "disabled" },
	{
		...account,
		id: userId("c"),
		email: `${long.toLowerCase()}@example.com`,
		name: `${long} ${long}`,
		hasPassword: false,
		organizations: [
			{ name: "Demo", role: "admin" },
			{ name: `${long} AG`, role: "member" },
		],
	},
];
const key = (kid: string) => ({ kty: "OKP", crv: "Ed25519", x: "x", kid, use: "sig", alg: "Ed25519" });

const agent = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36";
const ada = { userId: userId("a"), email: "ada@example.com", name: "Ada Lovelace" };
const row = (id: number, part: Partial<AuditRow> & Pick<AuditRow, "action">): AuditRow => ({
	id: String(id),
	at: `2026-03-02T09:${String(59 - id).padStart(2, "0")}:00.000Z`,
	actor: ada,
	target: null,
	targetName: null,
	outcome: "ok",
	reason: null,
	ip: "127.0.0.1",
	userAgent: agent,
	facts: {},
	host: null,
	...part,
});
const rows = [
	row(1, { action: "member.change", target: userId("b"), targetName: "Bob", facts: { role: "admin" } }),
	row(2, {
		action: "gate",
		target: taskId,
		outcome: "ask",
		facts: { class: "commit_protected", reasons: ["pay_word"] },
		ip: null,
		userAgent: null,
	}),
	row(3, { action: "login", actor: null, outcome: "failed", reason: "unknown_email", ip: "2001:db8:85a3:8d3:1319:8a2e:370:7348" }),
	row(4, { action: "invite.create", target: inviteId("a"), facts: { email: `${long.toLowerCase()}@example.com`, role: "admin" } }),
	row(5, { action: "trace.read", target: taskId, ip: null, userAgent: null }),
	row(6, { action: "login", userAgent: "curl/8.5.0" }),
];

const organizationAt = "GET /api/v1/orgs/:orgId";
const changeOrganization = "PATCH /api/v1/orgs/:orgId";
const providerAt = "GET /api/v1/orgs/:orgId/provider";
const testProvider = "POST /api/v1/orgs/:orgId/provider/test";
const setProvider = "PUT /api/v1/orgs/:orgId/provider";
const membersAt = "GET /api/v1/orgs/:orgId/members";
const memberAt = "/api/v1/orgs/:orgId/members/:userId";
const invitesAt = "GET /api/v1/orgs/:orgId/invites";
const inviteAt = "POST /api/v1/orgs/:orgId/invites";
const auditAt = "GET /api/v1/orgs/:orgId/audit";
const usersAt = "GET /api/v1/auth/users";
const orgsAt = "GET /api/v1/orgs";
const keysAt = "GET /.well-known/jwks.json";

const forbidden = refused(403, "FORBIDDEN", "Only admins do this");
const broken = refused(500, "INTERNAL_ERROR", "The request failed. Try again.");
const invalid = (fields: Readonly<Record<string, string>>) =>
	refused(400, "VALIDATION_ERROR", "The request is not valid", {
		fields: Object.entries(fields).map(([field, message]) => ({ field, message })),
	});

const pageOfMembers: Replies = {
	[membersAt]: ({ query }: { readonly query?: Readonly<Record<string, unknown>> }) => {
		const first = Number(query?.["cursor"] ?? 0);
		const next = first + 50;
		return {
			members: manyMembers.slice(first, next),
			total: manyMembers.length,
			nextCursor: next < manyMembers.length ? String(next) : null,
		};
	},
};
const someMembers: Replies = {
	[membersAt]: { members, total: members.length, nextCursor: null },
	[`PATCH ${memberAt}`]: ({ params }: { readonly params?: Readonly<Record<string, unknown>> }) =>
		params?.["userId"] === userId("a")
			? refused(409, "LAST_ADMIN", "The last admin stays")
			: { member: { ...members[2], role: "admin", userId: params?.["userId"] } },
	[`DELETE ${memberAt}`]: undefined,
};
/** A search that reads before a change, and answers after it. */
function searchBehind(): Replies {
	let listed = members;
	const change = Promise.withResolvers<void>();
	return {
		[membersAt]: async ({ query }: CallFacts) => {
			const read = { members: listed, total: listed.length, nextCursor: null };
			if (query?.["q"] !== undefined) await change.promise.then(() => new Promise((done) => setTimeout(done, 300)));
			return read;
		},
		[`PATCH ${memberAt}`]: ({ params }: CallFacts) => {
			listed = listed.map((one) => (one.userId === params?.["userId"] ? { ...one, role: "admin" } : one));
			change.resolve();
			return { member: listed.find(({ userId: id }) => id === params?.["userId"]) };
		},
	};
}
const own: Replies = {
	[organizationAt]: { organization },
	[providerAt]: { provider, redirectUri },
	[testProvider]: { ok: true, ms: 84, client: "accepted" },
	[changeOrganization]: invalid({ retentionDays: "must be at most 365", name: "must not hold control characters" }),
	[setProvider]: refused(502, "PROVIDER_UNREACHABLE", "The provider does not answer. Check the issuer"),
};

/** The pages of identity in each of their states. */
export const identityStates: Readonly<Record<string, IdentityState>> = {
	organization: { path: "/organization", as: "admin", replies: own },
	"organization-member": { path: "/organization", as: "member", replies: own },
	"organization-no-provider": {
		path: "/organization",
		as: "admin",
		replies: { ...own, [changeOrganization]: refused(404, "NO_PROVIDER", "Set a provider first") },
	},
	"sign-on": { path: "/sign-on", as: "admin", replies: own },
	"sign-on-none": { path: "/sign-on", as: "admin", replies: { ...own, [providerAt]: { provider: null, redirectUri } } },
	"sign-on-refused": { path: "/sign-on", as: "admin", replies: { ...own, [testProvider]: { ok: false, ms: 96, client: "refused" } } },
	"organization-loading": { path: "/organization", as: "admin", replies: { ...own, [organizationAt]: "never" } },
	"organization-own-space": { path: "/organization", as: "own_space" },
	policy: {
		path: "/policy",
		as: "admin",
		replies: {
			...someMembers,
			[policyAt]: { policy, rev: 3, updatedAt: at, by: userId("a"), installation: installationPolicy },
			[versionsAt]: policyVersions,
			[previewAt]: preview,
			[setPolicyAt]: { policy, rev: 4, updatedAt: at, by: userId("a") },
		},
	},
	"policy-none": {
		path: "/policy",
		as: "admin",
		replies: {
			[policyAt]: { policy: openPolicy, rev: 0 },
			[previewAt]: { ...preview, acts: 0, refused: 0, asked: 0, tasks: [] },
			[setPolicyAt]: refused(409, "HASH_MISMATCH", "Another policy was set meanwhile"),
		},
	},
	"policy-member": { path: "/policy", as: "member", replies: { [policyAt]: { policy, rev: 3, updatedAt: at, by: userId("a") } } },
	"installation-policy": {
		path: "/installation-policy",
		as: "operator",
		replies: {
			[installationPolicyAt]: { policy: installationPolicy, rev: 1, ...changedBy },
			[installationVersionsAt]: { versions: [{ policy: installationPolicy, rev: 1, ...changedBy }] },
		},
	},
	"policy-offline": { path: "/policy", as: "admin", replies: { [policyAt]: unreachable } },
	members: { path: "/members", as: "admin", replies: someMembers },
	"members-many": { path: "/members", as: "admin", replies: pageOfMembers },
	"members-search-behind": { path: "/members", as: "admin", replies: searchBehind() },
	"members-no-match": { path: "/members?q=zoe", as: "admin", replies: { [membersAt]: { members: [], total: 0, nextCursor: null } } },
	"members-loading": { path: "/members", as: "admin", replies: { [membersAt]: "never" } },
	"members-offline": { path: "/members", as: "admin", replies: { [membersAt]: unreachable } },
	"members-forbidden": { path: "/members", as: "member", replies: { [membersAt]: forbidden } },
	"members-own-space": { path: "/members", as: "own_space" },
	invites: {
		path: "/invites",
		as: "admin",
		replies: {
			[invitesAt]: { invites, nextCursor: null },
			[inviteAt]: withLink,
			"POST /api/v1/orgs/:orgId/invites/:id/renew": withLink,
			"DELETE /api/v1/orgs/:orgId/invites/:id": refused(409, "INVITE_CLOSED", "It is closed"),
		},
	},
	"invites-empty": {
		path: "/invites",
		as: "admin",
		replies: { [invitesAt]: { invites: [], nextCursor: null }, [inviteAt]: invalid({ email: "must be an email address" }) },
	},
	"invites-no-match": { path: "/invites?status=revoked", as: "admin", replies: { [invitesAt]: { invites: [], nextCursor: null } } },
	audit: {
		path: "/audit",
		as: "admin",
		replies: { [auditAt]: { rows, nextCursor: "c1", isComplete: true }, "GET /api/v1/orgs/:orgId/audit.csv": unreachable },
	},
	"audit-incomplete": {
		path: "/audit?person=ada%40example.com&outcome=failed&from=2026-03-01&to=2026-03-02",
		as: "admin",
		replies: { [auditAt]: { rows: rows.slice(0, 2), nextCursor: null, isComplete: false } },
	},
	"audit-no-match": {
		path: "/audit?action=key.retire",
		as: "admin",
		replies: { [auditAt]: { rows: [], nextCursor: null, isComplete: true } },
	},
	"audit-error": { path: "/audit", as: "admin", replies: { [auditAt]: broken } },
	people: {
		path: "/people",
		as: "operator",
		replies: {
			[usersAt]: { users: accounts, total: accounts.length, nextCursor: null },
			"PATCH /api/v1/auth/users/:id": refused(409, "LAST_OPERATOR", "The last operator stays"),
			"POST /api/v1/auth/users/:id/reset-link": { link, expiresAt: "2026-03-03T10:00:00.000Z" },
		},
	},
	"people-no-match": { path: "/people?q=zoe", as: "operator", replies: { [usersAt]: { users: [], total: 0, nextCursor: null } } },
	"people-forbidden": { path: "/people", as: "admin", replies: { [usersAt]: forbidden } },
	organizations: {
		path: "/organizations",
		as: "operator",
		replies: {
			[orgsAt]: {
				organizations: [
					organization,
					{ ...organization, id: orgId("c"), name: `${long} AG`, status: "suspended", limits: {}, traces: true },
				],
				nextCursor: null,
			},
			"POST /api/v1/orgs": invalid({ name: "must be at most 100 characters" }),
		},
	},
	"organizations-empty": { path: "/organizations", as: "operator", replies: { [orgsAt]: { organizations: [], nextCursor: null } } },
	"organization-detail": {
		path: `/organizations/${orgId("b")}`,
		as: "operator",
		replies: {
			[organizationAt]: { organization },
			[changeOrganization]: { organization: { ...organization, status: "suspended" } },
			"PUT /api/v1/orgs/:orgId/limits": { organization: { ...organization, limits: { stepsPerMinute: 600 } } },
			[inviteAt]: withLink,
		},
	},
	"organization-unknown": {
		path: `/organizations/${orgId("z")}`,
		as: "operator",
		replies: { [organizationAt]: refused(404, "NOT_FOUND", "There is no such organization") },
	},
	keys: {
		path: "/keys",
		as: "operator",
		replies: {
			[keysAt]: { keys: [key("2026-03-01-k7Qw2"), key("2026-02-01-p0Zt9")] },
			"POST /api/v1/auth/keys/rotate": refused(409, "KEY_CHANGED", "A new key was published already and signs within ten minutes"),
			"POST /api/v1/auth/keys/:kid/retire": undefined,
		},
	},
	"keys-forbidden": { path: "/keys", as: "admin", replies: { [keysAt]: { keys: [] } } },
};
