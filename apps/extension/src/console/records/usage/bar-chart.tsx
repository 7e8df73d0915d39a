import { Box, chakra, Flex, Text } from "@chakra-ui/react";
import { Quiet } from "../../kit/quiet.tsx";

export type Bar = { readonly label: string; readonly value: number; readonly shown: string };

type Props = {
	/** Read by screen readers in place of the picture. */
	readonly label: string;
	readonly bars: readonly Bar[];
	/** The value at the upper edge in words. */
	readonly topShown: string;
};

const Svg = chakra("svg");
const Rect = chakra("rect");
const Line = chakra("line");
const Title = chakra("title");

const height = 100;
const barWidth = 10;
const gap = 3;

/** Bars from left to right. The tallest reaches the upper edge; a value above zero is never invisible. */
export function BarChart({ label, bars, topShown }: Props) {
	const most = Math.max(...bars.map(({ value }) => value), 0);
	const width = bars.length * (barWidth + gap);
	const heightOf = (value: number) => (most === 0 || value === 0 ? 0 : Math.max(1.5, (value / most) * height));
	const [first, last] = [bars.at(0), bars.at(-1)];
	return (
		<Box>
			<Quiet>{topShown}</Quiet>
			<Svg
				role="img"
				aria-label={label}
				viewBox={`0 0 ${Math.max(1, width)} ${height}`}
				preserveAspectRatio="none"
				width="full"
				height="40"
				display="block"
				borderBottomWidth="1px"
				borderColor="line.strong"
			>
				{[0, 0.5].map((share) => (
					<Line
						key={share}
						x1="0"
						x2={width}
						y1={height * share}
						y2={height * share}
						stroke="line.soft"
						strokeWidth="1"
						vectorEffect="non-scaling-stroke"
					/>
				))}
				{bars.map((bar, index) => (
					<Rect
						key={bar.label}
						x={index * (barWidth + gap) + gap / 2}
						y={height - heightOf(bar.value)}
						width={barWidth}
						height={heightOf(bar.value)}
						fill="brand.solid"
						_hover={{ fill: "fg" }}
					>
						<Title>{bar.shown}</Title>
					</Rect>
				))}
			</Svg>
			<Flex justify="space-between" color="fg.quiet" fontSize="xs" mt="1">
				<Text>{first?.label}</Text>
				{last === first ? null : <Text>{last?.label}</Text>}
			</Flex>
		</Box>
	);
}
