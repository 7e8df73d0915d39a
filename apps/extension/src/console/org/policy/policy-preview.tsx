import { List, Stack, Text } from "@chakra-ui/react";
import type { OrgPolicy } from "@webhand/contracts/authority/policy";
import { previewPolicyRoute } from "@webhand/contracts/authority/policy";
import { useLoaded } from "../../../kit/load/queries.ts";
import { Loading } from "../../../kit/states.tsx";
import type { SignedInApi } from "../../../signed-in-api.ts";
import { LoadView } from "../../kit/load/load-view.tsx";
import { Quiet } from "../../kit/quiet.tsx";
import { policyText as text } from "./words.ts";

const mostNamed = 8;

/** What a policy would have changed of the last week, with the tasks by name. */
export function PolicyPreview({ api, policy }: { readonly api: SignedInApi; readonly policy: OrgPolicy }) {
	const loaded = useLoaded(["policy-preview", policy], (signal) => api.call(previewPolicyRoute, { body: { policy }, signal }));
	return (
		<LoadView loaded={loaded} skeleton={<Loading lines={2} />}>
			{({ tasks, ...counts }) => (
				<Stack gap="1">
					<Text fontWeight="semibold">{text.preview(counts)}</Text>
					<List.Root ps="5">
						{tasks.slice(0, mostNamed).map((task) => (
							<List.Item key={task.taskId} overflowWrap="anywhere">
								{text.previewTask(task.query, task)}
							</List.Item>
						))}
					</List.Root>
					<Quiet>{text.previewLead}</Quiet>
				</Stack>
			)}
		</LoadView>
	);
}
