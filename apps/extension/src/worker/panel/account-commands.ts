import { browser } from "wxt/browser";
import type { PanelCommandType } from "../../messages.ts";
import { authItem, signInStepItem } from "../../storage.ts";
import { readManaged } from "../managed.ts";
import type { PreferenceSync } from "../preferences/sync.ts";
import { setServer, signOut, testServer } from "../server/account.ts";
import { clearSignIn } from "../server/api.ts";
import { enrolAtSignIn } from "../sign-in/complete.ts";
import { changePassword, enterCode, signIn } from "../sign-in/password.ts";
import { cancelSignIn, openProvider } from "../sign-in/provider.ts";
import type { SwitchDeps } from "../sign-in/tenant.ts";
import { switchTenant } from "../sign-in/tenant.ts";
import { MessageError } from "./message-error.ts";
import type { Handlers } from "./router.ts";

export type AccountDeps = SwitchDeps & {
	readonly preferences: Pick<PreferenceSync, "change">;
	/** Lets the tasks that run wait for a sign-in. */
	readonly pauseAll: () => Promise<void>;
};

type AccountCommand = Extract<
	PanelCommandType,
	| `sign_${string}`
	| `server_${string}`
	| "recovery_codes_kept"
	| "tenant_switch"
	| "password_change"
	| "preferences_set"
	| "signed_out_by_server"
>;

/** The commands of sign-in, account and server. */
export function createAccountHandlers(deps: AccountDeps): Pick<Handlers, AccountCommand> {
	return {
		sign_in: async (command) => {
			await cancelSignIn();
			const atServer = await atManagedServer(command);
			if ((await readManaged()).organizationSignIn)
				throw new MessageError("PROVIDER_SIGN_IN_REQUIRED", "Sign in through the page of your organization");
			await signIn(atServer);
		},
		sign_in_provider: async (command) => openProvider(await atManagedServer(command), deps.now()),
		sign_in_code: ({ code }) => enterCode(code),
		sign_in_enrol: () => enrolAtSignIn(),
		sign_in_cancel: () => cancelSignIn(),
		recovery_codes_kept: async () => {
			await signInStepItem.update((step) => (step.kind === "recovery_codes" ? { kind: "none" } : step));
		},
		tenant_switch: ({ tenantId }) => switchTenant(deps, tenantId),
		password_change: ({ currentPassword, newPassword }) => changePassword(deps.api, { currentPassword, newPassword }),
		preferences_set: ({ preferences }) => deps.preferences.change(preferences),
		sign_out: async () => {
			// Before the token goes: a run that waits for a sign-in would resume at the next one.
			await deps.pauseAll();
			await signOut();
		},
		signed_out_by_server: ({ expiresAt, reason }) => clearSignIn({ expiresAt }, reason),
		server_set: async (command) => {
			await setServer((await atManagedServer(command)).serverUrl);
			if ((await authItem.get()).kind === "none") await deps.pauseAll();
		},
		server_test: ({ serverUrl }) => testServer(serverUrl, browser.runtime.id),
	};
}

/** An organization that manages this Chrome may have fixed the address. @throws MessageError POLICY_UNREAD */
async function atManagedServer<Command extends { readonly serverUrl: string }>(command: Command): Promise<Command> {
	const { serverUrl, isUnread } = await readManaged();
	if (isUnread) throw new MessageError("POLICY_UNREAD", "Chrome does not tell what your organization has fixed. Try again in a moment");
	return serverUrl === "" ? command : { ...command, serverUrl };
}
