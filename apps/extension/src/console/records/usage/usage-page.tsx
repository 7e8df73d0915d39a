import { Skeleton, Stack } from "@chakra-ui/react";
import type { UsageQuery } from "@webhand/contracts/agent/usage";
import { usageRoute } from "@webhand/contracts/agent/usage";
import { useLoaded } from "../../../kit/load/queries.ts";
import { Notice } from "../../../kit/states.tsx";
import { hostText } from "../../host/words.ts";
import { LoadView } from "../../kit/load/load-view.tsx";
import { PageTitle } from "../../kit/page-title.tsx";
import { useNames } from "../../org/use-names.ts";
import type { PageProps } from "../../page-props.ts";
import type { Place } from "../../place/place.ts";
import { pathOf } from "../../place/place.ts";
import type { Range } from "./range.ts";
import { presetsOf } from "./range.ts";
import { UsageFilter } from "./usage-filter.tsx";
import { UsageReport } from "./usage-report.tsx";
import { usageText } from "./words.ts";

type By = UsageQuery["by"];
const bys = Object.keys(usageText.bys) as By[];

/** Tasks, tokens and cost of the organization: a chart by day, and a table by day, user, model, routine or task. The filter stands in the address. */
export function UsagePage({ api, place, go, signIn }: PageProps) {
	const text = usageText;
	const { limits } = hostText;
	const today = new Date().toISOString().slice(0, 10);
	const { from, to } = rangeOf(place, today);
	const by = bys.find((each) => each === place.query["by"]) ?? "day";
	const nameOf = useNames({ api, signIn });
	const loaded = useLoaded(["usage", from, to, by], async (signal) => {
		const read = (each: By) => api.call(usageRoute, { query: { from, to, by: each }, signal });
		const [days, rows] = await Promise.all([read("day"), by === "day" ? null : read(by)]);
		return { days, rows: rows ?? days };
	});
	const change = (next: Range & { readonly by: By }) => go(pathOf({ page: "usage", query: next }), { replace: true });
	return (
		<Stack gap="6">
			<PageTitle title={text.title} lead={text.lead} />
			<UsageFilter range={{ from, to }} today={today} onRange={(range) => change({ ...range, by })} />
			<LoadView loaded={loaded} skeleton={<UsageSkeleton />}>
				{({ days, rows }) => (
					<>
						{days.nearLimits?.map(({ name, used, most }) => (
							<Notice key={name}>{limits.near(limits.names[name], used, most)}</Notice>
						))}
						<UsageReport days={days} rows={rows} nameOf={nameOf} onBy={(each) => change({ from, to, by: each })} />
					</>
				)}
			</LoadView>
		</Stack>
	);
}

/** The range of the address; the server judges what was typed there. */
function rangeOf({ query }: Place, today: string): Range {
	const preset = presetsOf(today).month;
	return { from: query["from"] ?? preset.from, to: query["to"] ?? preset.to };
}

function UsageSkeleton() {
	return (
		<Stack gap="6" role="status" aria-busy="true" aria-label={usageText.title}>
			<Skeleton height="20" borderRadius="lg" />
			<Skeleton height="56" borderRadius="lg" />
			<Skeleton height="40" borderRadius="lg" />
		</Stack>
	);
}
