import { Button, Stack, Text } from "@chakra-ui/react";
import type { RoutineId } from "@webhand/contracts/ids";
import { routinesRoute } from "@webhand/contracts/routine/routine";
import { useReply } from "../../../kit/load/queries.ts";
import type { SignedInApi } from "../../../signed-in-api.ts";
import { routinesText } from "../words.ts";

const mostShown = 3;

type Props = { readonly api: SignedInApi; readonly host: string; readonly onOpen: (id: RoutineId) => void };

/** Routines of the site that is open, to be begun by the person; nothing where there is none. */
export function SiteRoutines({ api, host, onOpen }: Props) {
	const { value } = useReply(api, routinesRoute, { query: { site: host, owner: "own_or_shared", limit: mostShown } });
	const routines = value?.routines ?? [];
	if (routines.length === 0) return null;
	return (
		<Stack gap="1.5" role="group" aria-label={routinesText.library.ofSite(host)}>
			<Text textStyle="small" color="fg.quiet">
				{routinesText.library.ofSite(host)}
			</Text>
			{routines.map(({ id, name }) => (
				<Button
					key={id}
					size="sm"
					h="auto"
					py="2"
					px="3"
					rounded="lg"
					variant="outline"
					borderColor="line.soft"
					whiteSpace="normal"
					justifyContent="flex-start"
					fontWeight="normal"
					onClick={() => onOpen(id)}
				>
					{name}
				</Button>
			))}
		</Stack>
	);
}
