import { machine } from './machine';
import { overview } from './overview';
import { pipelineHealth } from './pipeline';
import { series } from './series';
import { size } from './size';

export const dashboards = [overview, series, size, machine, pipelineHealth];
