// Every drawing of Moscow–Paris at its real sizes: ?theme=dark, ?show=wagons|cities|cards|stall.

import '../src/styles/fonts.css';
import '../src/styles/tokens.css';
import '../src/styles/base.css';
import { mount } from 'svelte';
import Specimen from './Specimen.svelte';

const asked = new URLSearchParams(location.search);
document.documentElement.dataset['theme'] = asked.get('theme') ?? 'light';
const target = document.getElementById('app');
if (target !== null) mount(Specimen, { target, props: { show: asked.get('show') ?? 'wagons' } });
