package grpc

import (
	"context"
	"strings"
	"sync"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
)

// Calls between the services of one process. Our Temporal server runs all its services in one process, which call each
// other over sockets. Here such a call goes straight to the service: through all interceptors of both sides, with copies
// of the request and of the reply, and with the metadata, the deadline and the errors that it has over a socket. Every
// other call goes over its socket as before: streams, other processes, and all calls of a client that is traced.

// The servers of this process by the address on which they listen; each is learned from the first call that reaches it.
var serversHere sync.Map

func init() {
	globalServerOptions = append(globalServerOptions, ChainUnaryInterceptor(learn), NumStreamWorkers(128))
}

func learn(ctx context.Context, req any, _ *UnaryServerInfo, handler UnaryHandler) (any, error) {
	if s := serverFromContext(ctx); s != nil {
		for _, address := range s.addresses() {
			serversHere.LoadOrStore(address, s)
		}
	}
	return handler(ctx, req)
}

func (s *Server) addresses() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	found := make([]string, 0, len(s.lis))
	for listener := range s.lis {
		found = append(found, listener.Addr().String())
	}
	return found
}

// Stands for gRPC's own function of this name, which is invokeOverSocket here.
func invoke(ctx context.Context, method string, req, reply any, cc *ClientConn, opts ...CallOption) error {
	if server, service, found := serverHere(cc, method); found {
		return server.invokeHere(ctx, service, method, req, reply, opts)
	}
	return invokeOverSocket(ctx, method, req, reply, cc, opts...)
}

type methodHere struct {
	*MethodDesc
	implementation any
}

func serverHere(cc *ClientConn, method string) (*Server, methodHere, bool) {
	known, found := serversHere.Load(cc.target)
	if !found || cc.statsHandler != nil {
		return nil, methodHere{}, false
	}
	server := known.(*Server)
	if server.quit.HasFired() {
		serversHere.CompareAndDelete(cc.target, server)
		return nil, methodHere{}, false
	}
	at := strings.LastIndexByte(method, '/')
	service := server.services[method[1:at]]
	if service == nil || service.methods[method[at+1:]] == nil {
		return nil, methodHere{}, false
	}
	return server, methodHere{service.methods[method[at+1:]], service.serviceImpl}, true
}

func (s *Server) invokeHere(caller context.Context, service methodHere, method string, req, reply any, opts []CallOption) error {
	if err := caller.Err(); err != nil {
		return status.FromContextError(err).Err()
	}
	stream := &streamHere{method: method}
	ctx, done := context.WithCancel(callContext{caller})
	defer done()
	sent, _ := metadata.FromOutgoingContext(caller)
	ctx = metadata.NewIncomingContext(ctx, sent)
	ctx = NewContextWithServerTransportStream(ctx, stream)
	answer, err := service.Handler(service.implementation, ctx, func(into any) error { return copyMessage(into, req) }, s.opts.unaryInt)
	if err == nil {
		err = copyMessage(reply, answer)
	} else if told, isStatus := status.FromError(err); isStatus {
		err = told.Err()
	} else {
		err = status.FromContextError(err).Err()
	}
	for _, opt := range opts {
		switch wanted := opt.(type) {
		case HeaderCallOption:
			*wanted.HeaderAddr = stream.header
		case TrailerCallOption:
			*wanted.TrailerAddr = stream.trailer
		case OnFinishCallOption:
			wanted.OnFinish(err)
		}
	}
	return err
}

// Neither side may see what the other does to a message. Some replies are of another type than the one asked for, with the
// same bytes.
func copyMessage(into, from any) error {
	to, source := into.(proto.Message), from.(proto.Message)
	if to.ProtoReflect().Descriptor() == source.ProtoReflect().Descriptor() {
		proto.Merge(to, source)
		return nil
	}
	bytes, err := proto.Marshal(source)
	if err == nil {
		err = proto.Unmarshal(bytes, to)
	}
	if err != nil {
		return status.Errorf(codes.Internal, "grpc: a message could not be copied: %v", err)
	}
	return nil
}

// What a socket carries of a caller's context: that it ends, and nothing of its values.
type callContext struct{ context.Context }

func (callContext) Value(any) any { return nil }

// Spares the goroutine that waits for the end of a context of a type unknown to the library.
func (c callContext) AfterFunc(f func()) func() bool { return context.AfterFunc(c.Context, f) }

type streamHere struct {
	method          string
	mu              sync.Mutex
	header, trailer metadata.MD
}

var _ ServerTransportStream = (*streamHere)(nil)

func (s *streamHere) Method() string { return s.method }

func (s *streamHere) SetHeader(md metadata.MD) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.header = metadata.Join(s.header, md)
	return nil
}

func (s *streamHere) SendHeader(md metadata.MD) error { return s.SetHeader(md) }

func (s *streamHere) SetTrailer(md metadata.MD) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.trailer = metadata.Join(s.trailer, md)
	return nil
}

