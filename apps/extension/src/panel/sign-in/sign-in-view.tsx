import type { ViewState } from "../../panel-state.ts";
import type { PanelActions } from "../panel-actions.ts";
import type { PanelView } from "../panel-props.ts";
import { LoginForm } from "./login-form.tsx";
import { signInProblemOf } from "./sign-in.ts";
import { isShownStep, SignInSteps } from "./sign-in-steps.tsx";
import { accountText } from "./words.ts";

type Props = { readonly model: PanelView; readonly state: ViewState; readonly actions: PanelActions };

/** The way in: email and password or a provider, then the second step. */
export function SignIn({ model, state, actions }: Props) {
	const { auth, run, signingIn } = state;
	if (isShownStep(signingIn))
		return (
			<SignInSteps step={signingIn} model={model} command={actions.command} onDownload={(codes) => actions.onCodesDownload?.(codes)} />
		);
	if (auth.kind !== "signed_out") return null;
	return (
		<LoginForm
			reason={auth.reason}
			serverUrl={state.serverUrl}
			managed={state.managed}
			isBusy={model.pending.has("sign_in")}
			isOpening={model.pending.has("sign_in_provider")}
			triedEmail={signingIn.kind === "provider_failed" ? signingIn.email : ""}
			waiting={run?.state !== "running" ? "" : run.wait?.kind === "signed_out" ? accountText.taskWaits : accountText.taskPaused}
			problem={signInProblemOf(model.problem, signingIn)}
			onSignIn={(input) => void actions.command("sign_in", input)}
			onProvider={(input) => void actions.command("sign_in_provider", input)}
			onSettings={() => actions.onSettings()}
		/>
	);
}
