def sub(p,a,b,c=1):
    s=open(p).read()
    if a not in s: print('MISSING',p,repr(a[:90])); return
    s=s.replace(a,b,c); open(p,'w').write(s)
