import { Box } from "@chakra-ui/react";
import { Problem } from "../../kit/states.tsx";
import type { ViewState } from "../../panel-state.ts";
import type { PanelView } from "../panel-props.ts";
import { signInProblemOf, signInSentence } from "../sign-in/sign-in.ts";
import { tenantsText } from "../sign-in/words.ts";

type Props = { readonly problem: PanelView["problem"]; readonly state: Pick<ViewState, "signingIn">; readonly onClose: () => void };

/** Why a switch to another tenant did not come about. */
export function SwitchProblem({ problem, state, onClose }: Props) {
	const isOurs = problem?.command === "tenant_switch" || problem?.command === "sign_in_provider" || problem?.command === "sign_in_code";
	const told = signInProblemOf(isOurs ? problem : null, state.signingIn) ?? (isOurs ? problem : null);
	if (told === null) return null;
	return (
		<Box px="gutter" pt="2">
			<Problem message={signInSentence(told, 0)} requestId={told.requestId} action={{ label: tenantsText.close, onChoose: onClose }} />
		</Box>
	);
}
