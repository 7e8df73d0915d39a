import { TenantId } from "@webhand/contracts/ids";
import type { PanelView, TenantsView } from "../../src/panel/panel-props.ts";
import { emptyModel } from "../../src/panel/state/model.ts";
import type { AuthView, SigningIn, ViewState } from "../../src/panel-state.ts";
import { history } from "./chat-states.ts";
import { run, signedIn } from "./sample-run.ts";

const secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
const enrolment = { secret, uri: `otpauth://totp/Webhand:ada%40webhand.local?secret=${secret}&issuer=Webhand&period=30` };
const codes = Array.from({ length: 10 }, (_, index) => `${"abcdefghij"[index]}7kq-2mzr-4vxn-3pw${"klmnopqrst"[index]}`);

const signedOut: AuthView = { kind: "signed_out", reason: "never" };

const panel = (state: Partial<ViewState>, part: Partial<PanelView> = {}): PanelView => ({
	...emptyModel,
	link: "connected",
	transport: "connected",
	history: { ...history, isOpen: false },
	decider: { provider: "openai", name: "gpt-5-mini", source: "tenant" },
	...part,
	state: { ...signedIn, ...state },
});
const step = (signingIn: SigningIn, part: Partial<PanelView> = {}) => panel({ auth: signedOut, signingIn }, part);
const refused = (command: "sign_in" | "sign_in_provider" | "sign_in_code" | "tenant_switch", code: string, message = "") =>
	({ problem: { command, code, message, fields: [] } }) as const;

const orgOf = (letter: string) => TenantId.parse(`org_${letter.repeat(22)}`);
const tenants: TenantsView = {
	kind: "ready",
	tenants: [
		{
			tenantId: TenantId.parse(`usr_${"a".repeat(22)}`),
			kind: "user",
			name: "Ada Lovelace",
			roles: ["member", "admin"],
			current: false,
			signIn: "this",
		},
		{ tenantId: orgOf("b"), kind: "organization", name: "Demo", roles: ["member"], current: true, signIn: "this" },
		{
			tenantId: orgOf("c"),
			kind: "organization",
			name: "Harbour Kitchen",
			roles: ["member", "admin"],
			current: false,
			signIn: "second_factor",
		},
		{
			tenantId: orgOf("d"),
			kind: "organization",
			name: "Donaudampfschifffahrtsgesellschaft Süd",
			roles: ["member"],
			current: false,
			signIn: "provider",
		},
		{ tenantId: orgOf("e"), kind: "organization", name: "Acme", roles: ["member"], current: false, signIn: "password" },
	],
};

/** The steps of a sign-in, and the tenants of the account menu. */
export const accountStates: Readonly<Record<string, PanelView>> = {
	"sign-in-provider-required": panel({ auth: signedOut }, refused("sign_in", "PROVIDER_SIGN_IN_REQUIRED")),
	"sign-in-managed": panel({
		auth: signedOut,
		serverUrl: "https://agent.example.com",
		managed: { hasServer: true, organizationSignIn: true, allowedSites: [] },
	}),
	"sign-in-provider-failed": step({ kind: "provider_failed", email: "ada@example.com", reason: "closed" }),
	"sign-in-provider": step({ kind: "provider", email: "ada@example.com" }),
	"sign-in-code": step({ kind: "second_factor", isEnrolled: true, enrolment: null }),
	"sign-in-code-wrong": step({ kind: "second_factor", isEnrolled: true, enrolment: null }, refused("sign_in_code", "INVALID_CREDENTIALS")),
	"sign-in-enrol": step({ kind: "second_factor", isEnrolled: false, enrolment }),
	"sign-in-recovery-codes": panel({ signingIn: { kind: "recovery_codes", codes } }),
	tenants: panel({}, { tenants }),
	"tenants-loading": panel({}, { tenants: { kind: "loading" } }),
	"tenants-busy": panel({ run }, { tenants }),
	"tenants-failed": panel({}, { tenants, ...refused("tenant_switch", "NETWORK", "The server could not be reached.") }),
	"tenants-switching": panel({}, { tenants, pending: new Set(["tenant_switch"]) }),
};
