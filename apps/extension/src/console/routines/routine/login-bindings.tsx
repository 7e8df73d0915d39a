import { Heading, Link, Stack, Text } from "@chakra-ui/react";
import type { Login } from "@webhand/contracts/authority/login";
import { bindLoginRoute, loginsRoute, unbindLoginRoute } from "@webhand/contracts/authority/logins";
import type { Routine } from "@webhand/contracts/routine/routine";
import { TickField } from "../../../kit/form/tick-field.tsx";
import { useRows, useSubmit } from "../../../kit/load/queries.ts";
import type { SignedInApi } from "../../../signed-in-api.ts";
import { Card } from "../../kit/card.tsx";
import { ProblemView } from "../../kit/load/problem-view.tsx";
import { Quiet } from "../../kit/quiet.tsx";
import { loginsText as text } from "../../you/logins/words.ts";

type Props = { readonly api: SignedInApi; readonly routine: Pick<Routine, "id" | "sites" | "version"> };

/** Which logins this version of the routine fills in without a question, in runs that act for the person who ticks them. */
export function LoginBindings({ api, routine: { id: routineId, sites, version } }: Props) {
	const list = useRows(api, { route: loginsRoute, list: "logins", input: { query: { hosts: sites.join(",") } } as never });
	const binding = useSubmit(async ({ login, isBound }: { readonly login: Login; readonly isBound: boolean }) => {
		const params = { loginId: login.id, routineId };
		const { login: changed } = isBound
			? await api.call(bindLoginRoute, { params, body: { version } })
			: await api.call(unbindLoginRoute, { params });
		list.edit((rows) => rows.map((row) => (row.id === changed.id ? changed : row)));
	});
	const { loaded } = list;
	const problem = loaded.problem ?? binding.problem;
	const logins = loaded.value?.rows ?? [];
	return (
		<Card label={text.bound}>
			<Stack gap="3">
				<Heading as="h2" size="md">
					{text.bound}
				</Heading>
				<Text>{text.boundLead}</Text>
				{problem === null ? null : <ProblemView problem={problem} />}
				{loaded.value !== null && logins.length === 0 ? <Quiet>{text.boundNone}</Quiet> : null}
				{logins.map((login) => {
					const bound = login.routines.find((one) => one.routineId === routineId)?.version;
					return (
						<TickField
							key={login.id}
							label={text.boundTo(login)}
							hint={bound === undefined || bound === version ? login.site : text.boundBefore(login.site, bound)}
							value={bound === version}
							onChange={(isBound) => void binding.submit({ login, isBound })}
						/>
					);
				})}
				<Link href="#/logins" color="brand.fg">
					{text.manage}
				</Link>
			</Stack>
		</Card>
	);
}
