import { Text } from "@chakra-ui/react";
import { endOtherSignInsRoute, endSignInRoute, signInsRoute } from "@webhand/contracts/auth/account";
import { ownSecondFactorRoute } from "@webhand/contracts/auth/second-factor";
import type { ReactNode } from "react";
import { useState } from "react";
import { problemOf } from "../../../../kit/load/problem.ts";
import type { Loaded } from "../../../../kit/load/queries.ts";
import { useReply } from "../../../../kit/load/queries.ts";
import { Loading, Problem } from "../../../../kit/states.tsx";
import type { SignedInApi } from "../../../../signed-in-api.ts";
import { Section } from "../section.tsx";
import type { ChangePassword } from "./password-form.tsx";
import { PasswordForm } from "./password-form.tsx";
import { SecondFactor } from "./second-factor.tsx";
import { SignInList } from "./sign-in-list.tsx";
import { securityText } from "./words.ts";

type Props = { readonly api: SignedInApi; readonly email: string; readonly onPassword: ChangePassword };

/** Sign-ins, second factor and password of the signed-in user. */
export function SecuritySections({ api, email, onPassword }: Props) {
	const signIns = useReply(api, signInsRoute);
	const factor = useReply(api, ownSecondFactorRoute);
	const [ending, setEnding] = useState("");
	const [problem, setProblem] = useState("");
	const end = async (what: string, call: () => Promise<unknown>) => {
		setEnding(what);
		setProblem("");
		try {
			await call();
			signIns.retry();
		} catch (error) {
			setProblem(problemOf(error).message);
		} finally {
			setEnding("");
		}
	};
	const isThroughProvider = signIns.value?.sessions.some(({ current, method }) => current && method === "provider") === true;
	return (
		<>
			<Section title={securityText.signIns}>
				{problem === "" ? null : <Problem message={problem} />}
				<Shown loaded={signIns}>
					{({ sessions }) => (
						<SignInList
							signIns={sessions}
							ending={ending}
							onEnd={(id) => void end(id, () => api.call(endSignInRoute, { params: { id } }))}
							onEndOthers={() => void end("others", () => api.call(endOtherSignInsRoute))}
						/>
					)}
				</Shown>
			</Section>
			<Section title={securityText.secondFactor}>
				<Shown loaded={factor}>
					{(state) => (
						<SecondFactor
							state={state}
							api={api}
							email={email}
							onChanged={() => {
								factor.retry();
								signIns.retry();
							}}
						/>
					)}
				</Shown>
			</Section>
			<Section title={securityText.password}>
				{isThroughProvider ? (
					<Text color="fg.quiet">{securityText.noPassword}</Text>
				) : (
					<PasswordForm
						onChange={async (change) => {
							const refused = await onPassword(change);
							if (refused === null) signIns.retry();
							return refused;
						}}
					/>
				)}
			</Section>
		</>
	);
}

type ShownProps<Value> = { readonly loaded: Loaded<Value>; readonly children: (value: Value) => ReactNode };

/** The value, or that it loads, or why it does not. */
function Shown<Value>({ loaded, children }: ShownProps<Value>) {
	if (loaded.value !== null) return children(loaded.value);
	if (loaded.problem === null) return <Loading lines={3} />;
	return <Problem message={loaded.problem.message} requestId={loaded.problem.requestId} onRetry={loaded.retry} />;
}
