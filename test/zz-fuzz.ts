import * as fc from 'fast-check';
import { disagreements } from '/work/main/test/support/markdown-oracle.ts';
const word = fc.constantFrom('a','Safety','# not','b `c`','x <!-- y','-->','[a]: /u','| a |','1.','-','2. b','<b>','***','\u00a0','\0','https://a.b');
const indent = fc.oneof({weight:6,arbitrary:fc.constant('')},fc.constantFrom(' ','  ','   ','    ','     ','\t',' \t','      '));
const prefix = fc.oneof({weight:8,arbitrary:fc.constant('')},fc.constantFrom('- ','1. ','2) ','> ','>','> > ','- - ','-\t','* ','10. ','-   ','- > ','> - ','[^1]: ','-','1.'));
const body = fc.oneof(
  fc.constant(''), word,
  fc.tuple(fc.constantFrom('#','##','###','#######','#\t','# ','##  '),fc.constantFrom('',' ','\t'),word,fc.constantFrom('',' #',' ##  ','#','\t#\t')).map(p=>p.join('')),
  fc.tuple(fc.constantFrom('```','````','~~~','~~~~','``'),fc.constantFrom('','js',' a b','`x',' ','\t','~')).map(p=>p.join('')),
  fc.constantFrom('<!--','-->','<!-- a -->','<!-- a --> b','<!-->','<!--->','a -->','<!-- a','--->','<!-- -- -->'),
  fc.constantFrom('---','===','--- ','***','----','- - -','--'),
  fc.constantFrom('<div>','</div>','<pre>','</pre>','<?php','?>','<!X','<b>','<script>','</script>','<![CDATA[',']]>'),
  fc.constantFrom('| a | b |','|---|---|','|-|','a | b'),
  fc.constantFrom('[a]: /u "t','t"','[^1]: x','[a]:'),
);
const line = fc.tuple(indent,prefix,indent,body).map(p=>p.join(''));
const eol = fc.constantFrom('\n','\n','\n','\r\n','\r');
const doc = fc.tuple(fc.constantFrom('','','','\uFEFF','---\nx: 1\n---\n','---\n','\n'), fc.array(fc.tuple(line,eol),{minLength:1,maxLength:8})).map(([h,ls])=>h+ls.map(l=>l.join('')).join(''));
const n=Number(process.argv[2]??20000); const by=new Map();
let docs=fc.sample(doc,{numRuns:n,seed:Number(process.argv[3]??1)});
for(const d of docs) for(const x of disagreements(d)){const k=[x.cause,x.scanner,x.remark].join(' | ');const e=by.get(k)??[0,undefined];e[0]++;if(!e[1]||d.length<e[1][0].length)e[1]=[d,x.line];by.set(k,e);}
for(const [k,[c,e]] of [...by].toSorted((a,b)=>a[0]<b[0]?-1:1))console.log(String(c).padStart(6),k,'  ',e[1],JSON.stringify(e[0]));
