import { call } from "@webhand/client/call";
import { preferencesRoute } from "@webhand/contracts/auth/preferences";
import { AgentSettings } from "@webhand/contracts/tools/approvals";
import type { ServerTools } from "./ports.ts";

const limitMs = 2_000;

/** Reads the two settings of the person's preferences from auth, with their own token. */
export function createSettingsOf(authUrl: string): ServerTools["settingsOf"] {
	return async ({ identity: { token }, signal }) => {
		const api = { baseUrl: new URL(authUrl).origin, token: () => token };
		const until = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
		const { autoApproveWrites, autoApproveExec } = AgentSettings.shape;
		try {
			const { preferences } = await call(api, preferencesRoute, { signal: until });
			return {
				autoApproveWrites: autoApproveWrites.catch(false).parse(preferences["autoApproveWrites"]),
				autoApproveExec: autoApproveExec.catch(false).parse(preferences["autoApproveExec"]),
			};
		} catch {
			// Each change is asked then.
			return { autoApproveWrites: false, autoApproveExec: false };
		}
	};
}
